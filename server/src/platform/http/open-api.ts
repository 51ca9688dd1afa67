import { declaredCalls } from "@tracewater/contract/declared-calls";
import { describeCalls, getOpenApi, getOpenApiPage } from "@tracewater/contract/open-api";
import { apiPrefix } from "./answers.ts";
import { drawOpenApiPage } from "./open-api-page.ts";
import type { Serve } from "./serve-call.ts";

/** The description of the API, made from its declarations when it is first asked for. */
export function serveOpenApi(serve: Serve): void {
  let made: { json: string; page: string } | null = null;
  const make = () => {
    made ??= {
      json: JSON.stringify(describeCalls(declaredCalls, apiPrefix)),
      page: drawOpenApiPage(declaredCalls, apiPrefix),
    };
    return made;
  };
  serve.openStream(getOpenApi, async ({ reply }) => {
    reply.type("application/json; charset=utf-8").send(make().json);
  });
  serve.openStream(getOpenApiPage, async ({ reply }) => {
    reply.type("text/html; charset=utf-8").send(make().page);
  });
}
