import { declaredCalls } from "@tracewater/contract/declared-calls";
import { getOpenApi, getOpenApiPage } from "@tracewater/contract/open-api";
import { expect, test } from "vitest";
import { z } from "zod";
import { note } from "../../../test/test-http.ts";
import { onPlatform } from "../../../test/test-platform.ts";

const operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.unknown()),
  responses: z.looseObject({ 200: z.looseObject({}) }),
});
const document = z.object({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

onPlatform("The description of the API", (platform) => {
  const fetchText = (path: string) => fetch(`${platform.url}/prod-api${path}`);

  test("names every declared call, and whether it asks for a session", async () => {
    const answer = await fetchText(getOpenApi.path);
    note(getOpenApi, "success");
    const { paths } = document.parse(await answer.json());
    const described = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(described.map((one) => one.operationId).sort()).toEqual(
      declaredCalls.map((call) => call.name).sort(),
    );
    const free = described.filter((one) => one.security.length === 0).map((one) => one.operationId);
    const open = declaredCalls.filter((call) => call.access.kind === "open").map((call) => call.name);
    expect(free.sort()).toEqual(open.sort());
    expect(paths["/v2/admin/samplePoint/{id}"]?.["get"]).toMatchObject({
      parameters: [{ name: "id", in: "path", required: true }],
    });
  });

  test("is a page without a script", async () => {
    const answer = await fetchText(getOpenApiPage.path);
    note(getOpenApiPage, "success");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await answer.text();
    expect(page).not.toMatch(/<script|https?:/);
    for (const call of declaredCalls) expect(page).toContain(`<code>/prod-api${call.path}</code>`);
  });

  test.each([getOpenApi, getOpenApiPage])("$name refuses a character that cannot be kept", async (call) => {
    expect(await platform.refusal(call, { query: { a: "\u0000" } }, null)).toMatchObject({ code: 400 });
  });
});
