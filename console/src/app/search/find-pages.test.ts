import { expect, test } from "vitest";
import { makeFinder } from "./find-pages.ts";

const find = makeFinder([
  { title: "Water samplers", trail: "Devices", path: "/device/Sampling", icon: "" },
  { title: "Sampling points", trail: "Water", path: "/point/list", icon: "" },
]);

test("finds by a part and with a slip", () => {
  expect(find("smplers")[0]?.path).toBe("/device/Sampling");
  expect(find("points")[0]?.path).toBe("/point/list");
});

test("nothing typed shows all, a pattern counts 32 characters", () => {
  expect(find("  ")).toHaveLength(2);
  expect(find(`Water samplers${" ".repeat(18)}zzzzzzzzzzzzzzz`)[0]?.path).toBe("/device/Sampling");
});
