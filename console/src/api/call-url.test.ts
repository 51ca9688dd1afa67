import { expect, test } from "vitest";
import { callUrl } from "./call-url.ts";

test("fills parameters and leaves empty parts of the query out", () => {
  expect(
    callUrl("/v2/admin/device/:family/list", { family: "waterSample" }, { keyword: "", pageNum: 2 }),
  ).toBe("/prod-api/v2/admin/device/waterSample/list?pageNum=2");
});

test("escapes what is in the path and joins lists", () => {
  expect(callUrl("/a/:name", { name: "x/y" }, { identifiers: ["a", "b"] })).toBe(
    "/prod-api/a/x%2Fy?identifiers=a%2Cb",
  );
});

test("names the parameter that is missing", () => {
  expect(() => callUrl("/a/:id", {}, {})).toThrow("id");
});
