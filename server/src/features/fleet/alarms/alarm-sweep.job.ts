import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { AlarmService } from "./alarm.service.ts";

/** Looks every minute for what no message brings about: silence, absence, time that has passed. */
export function alarmSweepJob(alarms: Pick<AlarmService, "sweep">): JobDefinition {
  return {
    key: "alarmSweep",
    name: { en: "Alarm check", zh: "告警巡检" },
    about: {
      en: "Raises alarms for silent and offline devices, escalates unacknowledged alarms, clears alarms that have ended and unshelves alarms whose shelving has expired.",
      zh: "对无上报和离线的设备产生告警，升级未确认的告警，恢复已结束的告警，并使搁置到期的告警重新生效。",
    },
    defaultCron: "* * * * *",
    async run({ now }) {
      const { raised, ended, escalated, back } = await alarms.sweep(new Date(now()));
      return {
        en: `${raised} raised, ${ended} cleared, ${escalated} escalated, ${back} unshelved.`,
        zh: `产生告警 ${raised} 条，恢复 ${ended} 条，升级 ${escalated} 条，取消搁置 ${back} 条。`,
        idle: raised + ended + escalated + back === 0,
      };
    },
  };
}
