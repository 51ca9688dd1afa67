import { expect, test } from "vitest";
import { guard } from "./guard.ts";

test("a public page passes, with a token or without", () => {
  expect(guard("/404", false)).toBe("public");
  expect(guard("/404", true)).toBe("public");
  expect(guard("/userAudit/", false)).toBe("public");
});

test("without a token everything else goes to the log-in, unknown paths too", () => {
  expect(guard("/index", false)).toBe("toLogin");
  expect(guard("/no/such/page", false)).toBe("toLogin");
});

test("walls and the refresh helper show data and need a token", () => {
  expect(guard("/visual", false)).toBe("toLogin");
  expect(guard("/redirect/index", false)).toBe("toLogin");
});

test("with a token the log-in leads to the root, everything else loads the user first", () => {
  expect(guard("/login", true)).toBe("toRoot");
  expect(guard("/index", true)).toBe("load");
});

test("pages of the other entry are left to it", () => {
  expect(guard("/register", true)).toBe("otherEntry");
  expect(guard("/login", false)).toBe("otherEntry");
});
