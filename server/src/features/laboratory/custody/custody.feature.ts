import {
  exportCustodyChain,
  getCustodyChain,
  verifyCustodyChain,
} from "@tracewater/contract/laboratory/custody";
import { AppError } from "../../../platform/app-error.ts";
import { createChainSlots } from "../../../platform/custody/chain-slots.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { CustodyService } from "./custody.service.ts";

export function serveCustody(serve: Serve, custody: CustodyService): void {
  const slots = createChainSlots();
  serve.forCaller(getCustodyChain, async () => ({ data: await custody.state() }));
  serve.forCaller(verifyCustodyChain, async (_input, caller) => {
    await slots.check(caller, custody.check);
    return { data: await custody.state() };
  });
  serve.stream(exportCustodyChain, async ({ reply }, caller) => {
    if (caller.scope.kind !== "all") throw notWhole();
    slots.send(caller, reply, { name: "custody-chain.jsonl", lines: custody.exportChain() });
  });
}

/** A part of a chain proves nothing of what is left out. */
function notWhole(): AppError {
  return new AppError("forbidden", {
    en: "The chain can only be exported as a whole. You need permission to read all records.",
    zh: "保管链只能整体导出，仅可查看全部记录的用户有权导出。",
  });
}
