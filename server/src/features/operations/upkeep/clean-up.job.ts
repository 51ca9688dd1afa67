import type { MadeFiles } from "../../../platform/files/made-files.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ReadSetting } from "../../system/config/config.service.ts";
import { createRetentionStore } from "./retention.store.ts";

const hourMs = 3_600_000;

/** Takes away what has run out: sessions, verification codes, failed log-ins, files that nobody fetched. */
export function cleanUpJob(options: { db: Db; files: MadeFiles; read: ReadSetting }): JobDefinition {
  const store = createRetentionStore(options.db);
  return {
    key: "cleanUp",
    name: { en: "Clean-up", zh: "过期数据清理" },
    about: {
      en: "Removes expired sessions and verification codes, old log-in failures and exported files that nobody fetched.",
      zh: "清除过期会话、验证码、登录失败记录以及无人下载的导出文件。",
    },
    defaultCron: "10 * * * *",
    async run() {
      const sessions = await store.deleteSessions();
      const captchas = await store.deleteCaptchas();
      const failures = await store.deleteLoginFailures();
      const files = await options.files.expire((await options.read("madeFileHours")) * hourMs);
      return {
        en: `${sessions} sessions, ${captchas} verification codes, ${failures} log-in failures and ${files} files removed.`,
        zh: `已清除会话 ${sessions} 个、验证码 ${captchas} 个、登录失败记录 ${failures} 条、文件 ${files} 个。`,
      };
    },
  };
}
