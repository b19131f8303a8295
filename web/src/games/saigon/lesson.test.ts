import { checkLesson } from "../../../tests/lessons";

checkLesson("saigon", [
  ["pl"],
  ["1-3x2"],
  ["1-2x3", "1-3x3", "1-4x3"],
  ["pr"],
  ["2-1x3"],
  ["pass"],
  ["pl"],
  ["pl"],
]);
