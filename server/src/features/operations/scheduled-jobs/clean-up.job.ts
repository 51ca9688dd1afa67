import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ReadSetting } from "../../system/config/config.service.ts";
import { createRetentionStore } from "./retention.store.ts";

const hourMs = 3_600_000;

/** Takes away what has run out: sessions, verification codes, failed log-ins, files and portraits that nobody uses. */
export function cleanUpJob(options: {
  db: Db;
  files: ExportFiles;
  read: ReadSetting;
  expirePortraits: () => Promise<number>;
}): JobDefinition {
  const store = createRetentionStore(options.db);
  return {
    key: "cleanUp",
    name: { en: "Expired data clean-up", zh: "过期数据清理" },
    about: {
      en: "Removes expired sessions and verification codes, old log-in failures, exported files that were not downloaded and uploaded pictures that no user shows.",
      zh: "清除过期会话、验证码、登录失败记录、超时未下载的导出文件以及无人使用的上传图片。",
    },
    defaultCron: "10 * * * *",
    async run() {
      const sessions = await store.deleteSessions(await options.read("sessionIdleMinutes"));
      const captchas = await store.deleteCaptchas();
      const failures = await store.deleteLoginFailures();
      const files = await options.files.expire((await options.read("madeFileHours")) * hourMs);
      const pictures = await options.expirePortraits();
      return {
        en: `${sessions} sessions, ${captchas} verification codes, ${failures} log-in failures, ${files} files and ${pictures} pictures removed.`,
        zh: `已清除会话 ${sessions} 个、验证码 ${captchas} 个、登录失败记录 ${failures} 条、文件 ${files} 个、图片 ${pictures} 张。`,
        idle: sessions + captchas + failures + files + pictures === 0,
      };
    },
  };
}
