declare module "mekong:rules/*" {
  const page: import("../../build/rule-pages").RulePage;
  export default page;
}
