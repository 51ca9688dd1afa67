import { expect, test } from "vitest";
import { refreshTarget } from "./refresh-target.ts";

const at = (pathname: string) => refreshTarget({ pathname, search: "?a=1", hash: "#b" });

test("the path behind it, with what follows", () => {
  expect(at("/redirect/device/Sampling")).toEqual({
    pathname: "/device/Sampling",
    search: "?a=1",
    hash: "#b",
  });
});

test("never another origin", () => {
  expect(at("/redirect//evil.example/x")?.pathname).toBe("/evil.example/x");
  expect(at("/redirect/\\\\evil.example")?.pathname).toBe("/evil.example");
});

test("nothing behind it is home, and every other address is none", () => {
  expect(at("/redirect")?.pathname).toBe("/index");
  expect(at("/redirects/x")).toBeNull();
});
