import { expect, test } from "vitest";
import { Allowed } from "./allowed.tsx";
import { IfRole } from "./if-role.tsx";

test("an empty list raises an error that says which label must be set", () => {
  expect(() => IfRole({ is: [], children: null })).toThrow("the role label must be set");
  expect(() => Allowed({ to: [], children: null })).toThrow("the permission label must be set");
});
