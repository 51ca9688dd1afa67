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
      en: "Deletes log-ins, job logs, device logs, device connections, command steps and timed task runs that are older than the retention set in system config.",
      zh: "删除超过参数设置保留天数的登录日志、定时任务日志、设备日志、设备连接记录、指令过程记录和设备定时任务执行记录。",
    },
    defaultCron: "20 3 * * *",
    async run({ now, signal }) {
      const before = (days: number) => (days === 0 ? null : new Date(now() - days * dayMs));
      const remove = async (days: number, one: (limit: Date, signal: AbortSignal) => Promise<number>) => {
        const limit = before(days);
        return limit === null ? 0 : one(limit, signal);
      };
      const logIns = await remove(await options.read("loginLogDays"), options.logIns.removeBefore);
      const jobs = await remove(await options.read("jobLogDays"), store.deleteJobLogs);
      const lines = await remove(await options.read("deviceLogDays"), store.deleteDeviceLogs);
      const connections = await remove(await options.read("connectionDays"), store.deleteConnections);
      const stepDays = await options.read("commandStepDays");
      const steps = await remove(stepDays, store.deleteCommandSteps);
      const runs = await remove(stepDays, store.deleteFirings);
      return {
        en: `Deleted: ${logIns} log-ins, ${jobs} job log rows, ${lines} device log lines, ${connections} connections, ${steps} command steps, ${runs} timed task runs.`,
        zh: `已删除登录日志 ${logIns} 条、定时任务日志 ${jobs} 条、设备日志 ${lines} 条、设备连接记录 ${connections} 条、指令过程记录 ${steps} 条、设备定时任务执行记录 ${runs} 条。`,
        idle: logIns + jobs + lines + connections + steps + runs === 0,
      };
    },
  };
}
