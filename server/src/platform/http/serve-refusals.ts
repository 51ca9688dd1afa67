import { fixedJobs, keptLogs, noGeneration } from "@tracewater/contract/system/refused-calls";
import { AppError } from "../app-error.ts";
import type { LocalizedText } from "../localized-text.ts";
import type { Serve } from "./serve-call.ts";

/** What clients of the family offer and this platform does not do: each call says so. */
export function serveRefusals(serve: Serve): void {
  for (const [{ calls }, text] of [
    [fixedJobs, onlyBuiltIn],
    [keptLogs, logsStay],
    [noGeneration, notHere],
  ] as const) {
    for (const call of Object.values(calls)) {
      serve.forCaller(call, async () => {
        throw new AppError("refused", text);
      });
    }
  }
}

const onlyBuiltIn: LocalizedText = {
  en: "Scheduled jobs come with the platform. They can be rescheduled, paused and run, but not added or deleted.",
  zh: "定时任务由平台内置，可调整、暂停或立即执行，不能新增或删除。",
};
const logsStay: LocalizedText = {
  en: "Logs cannot be deleted. The operation log is a hash chain; other logs end with their retention period.",
  zh: "日志不可删除：操作日志为哈希链，其他日志按保留天数自动清理。",
};
const notHere: LocalizedText = {
  en: "Code is not generated on the server. Open Generated modules: the files are made in the browser.",
  zh: "服务器不生成代码，请在“代码生成”页面由浏览器生成。",
};
