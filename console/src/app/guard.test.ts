import { expect, test } from "vitest";
import { guard } from "./guard.ts";

test("without a token only public pages pass", () => {
  expect(guard("/404", false)).toBe("public");
  expect(guard("/userAudit/", false)).toBe("public");
  expect(guard("/index", false)).toBe("toLogin");
  expect(guard("/no/such/page", false)).toBe("toLogin");
});

test("walls and the refresh helper show data and need a token", () => {
  expect(guard("/visual", false)).toBe("toLogin");
  expect(guard("/redirect/index", false)).toBe("toLogin");
});

test("with a token the user is loaded first", () => expect(guard("/404", true)).toBe("load"));
