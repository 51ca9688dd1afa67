import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ReadSetting } from "../../system/config/config.service.ts";
import type { LogInLogService } from "../../system/login-log/login-log.service.ts";
import { createRetentionStore } from "./retention.store.ts";

const dayMs = 86_400_000;

/** Takes out of the logs what is older than the parameters say. */
export function logRetentionJob(options: {
  db: Db;
  read: ReadSetting;
  logIns: Pick<LogInLogService, "removeBefore">;
}): JobDefinition {
  const store = createRetentionStore(options.db);
  return {
    key: "logRetention",
    name: { en: "Log retention", zh: "日志清理" },
    about: {
      en: "Deletes device messages, log-ins and log rows of scheduled tasks that are older than the system config allows.",
      zh: "删除超过参数设置保留天数的设备消息日志、登录日志和定时任务日志。",
    },
    defaultCron: "20 3 * * *",
    async run({ now, signal }) {
      const before = (days: number) => (days === 0 ? null : new Date(now() - days * dayMs));
      const messagesBefore = before(await options.read("messageLogDays"));
      const logInsBefore = before(await options.read("loginLogDays"));
      const jobsBefore = before(await options.read("jobLogDays"));
      const messages = messagesBefore === null ? 0 : await store.deleteMessages(messagesBefore, signal);
      const logIns = logInsBefore === null ? 0 : await options.logIns.removeBefore(logInsBefore);
      const jobs = jobsBefore === null ? 0 : await store.deleteJobLogs(jobsBefore, signal);
      return {
        en: `${messages} device messages, ${logIns} log-ins and ${jobs} log rows of tasks deleted.`,
        zh: `已删除设备消息 ${messages} 条、登录日志 ${logIns} 条、任务日志 ${jobs} 条。`,
      };
    },
  };
}
