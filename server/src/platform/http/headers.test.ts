import { describe, expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";

/** What every answer carries, anyone who asks for whatever. */
const always = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

onPlatform("Headers", (platform) => {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${platform.url}${path}`, init);

  describe.each([
    ["a page", "/index", {}],
    ["the log-in page", "/login", {}],
    ["a page that nobody knows", "/no/such/page", {}],
    ["a call", "/prod-api/captchaImage", {}],
    ["a call without a token", "/prod-api/getInfo", {}],
    ["an unknown call", "/prod-api/nothing", {}],
    ["a file that is not there", "/assets/none.js", {}],
    ["an address that is none", "/%zz", {}],
    ["a body that is too large", "/prod-api/login", { method: "POST", body: "x".repeat(1_100_000) }],
    ["a method that nobody serves", "/index", { method: "DELETE" }],
    ["the health", "/healthz", {}],
    ["the API's own page", "/prod-api/openapi", {}],
  ])("of %s", (_what, path, init) => {
    test("keep it from being framed, sniffed, scripted from outside or read by other origins", async () => {
      const { headers } = await ask(path, {
        ...init,
        headers: { origin: "https://evil.example", "content-type": "application/json" },
      });
      for (const [name, value] of Object.entries(always)) expect(headers.get(name), name).toBe(value);
      const policy = policyOf(headers.get("content-security-policy") ?? "");
      expect(policy["default-src"]).toEqual(["'none'"]);
      expect(policy["script-src"]).toEqual(["'self'"]);
      expect(policy["frame-ancestors"]).toEqual(["'none'"]);
      expect(policy["base-uri"]).toEqual(["'none'"]);
      expect(policy["form-action"]).toEqual(["'self'"]);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    });
  });

  test("a preflight of another origin is given no information", async () => {
    const { headers } = await ask("/prod-api/getInfo", {
      method: "OPTIONS",
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

function policyOf(header: string): Record<string, string[]> {
  return Object.fromEntries(
    header.split(";").map((part) => {
      const [name = "", ...sources] = part.trim().split(" ");
      return [name, sources];
    }),
  );
}
