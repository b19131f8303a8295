declare module "mekong:rules" {
  type Page = import("../../build/rule-pages").RulePage;
  const pages: Readonly<Record<string, Readonly<Record<"en" | "fr", () => Promise<{ default: Page }>>>>>;
  export default pages;
}
