import { checkLesson } from "../../../tests/lessons";

checkLesson("siam", [
  ["@c1N"],
  ["c2N"],
  ["c2c3"],
  ["c1c2"],
  ["@c1N"],
  ["b4c4"],
  ["c4c5"],
  ["e4e5"],
  ["b2c2"],
]);
