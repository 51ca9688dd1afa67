import { Readable } from "node:stream";
import {
  exportCustodyChain,
  getCustodyChain,
  verifyCustodyChain,
} from "@tracewater/contract/laboratory/custody";
import { Failure } from "../../../platform/failure.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { CustodyService } from "./custody.service.ts";

export function serveCustody(serve: Serve, custody: CustodyService): void {
  serve.forCaller(getCustodyChain, async () => ({ data: await custody.state() }));
  serve.forCaller(verifyCustodyChain, async () => {
    await custody.check();
    return { data: await custody.state() };
  });
  serve.stream(exportCustodyChain, async ({ reply }, caller) => {
    if (caller.scope.kind !== "all") throw notWhole();
    const name = "custody-chain.jsonl";
    reply
      .type("application/x-ndjson")
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("download-filename", name);
    reply.send(Readable.from(custody.exportChain()));
  });
}

/** A part of a chain proves nothing of what is left out. */
function notWhole(): Failure {
  return new Failure("forbidden", {
    en: "The chain goes out whole: only whoever may read all records may export it.",
    zh: "保管链只能整体导出：仅可查看全部记录的用户有权导出。",
  });
}
