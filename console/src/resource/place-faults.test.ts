import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { unplacedOf } from "./place-faults.ts";

const refused = (...fields: string[]) =>
  new ApiError({
    kind: "answer",
    message: "not possible",
    fields: fields.map((field) => ({ field, message: `${field} is bad` })),
  });

test("what a field of the form takes is not reported a second time below it", () => {
  expect(unplacedOf(null, ["name"])).toBeNull();
  expect(unplacedOf(refused("name"), ["name", "url"])).toBeNull();
  expect(unplacedOf(refused("steps.0.en"), ["steps"])).toBeNull();
  expect(unplacedOf(refused("uncertainty.flow"), ["flow"], "uncertainty")).toBeNull();
});

test("a refusal that names no field, or one that the form does not have, is shown below the form", () => {
  expect(unplacedOf(refused(), ["name"])).toBe("not possible");
  expect(unplacedOf(refused("unitId"), ["name", "url"])).toBe("not possible");
  expect(unplacedOf(refused("names"), ["name"])).toBe("not possible");
});
