import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { AlarmService } from "./alarm.service.ts";

/** Looks every minute for what no message brings about: silence, absence, time that has passed. */
export function alarmSweepJob(alarms: Pick<AlarmService, "sweep">): JobDefinition {
  return {
    key: "alarmSweep",
    name: { en: "Alarm sweep", zh: "告警巡检" },
    about: {
      en: "Raises alarms of silent and offline devices, escalates what nobody acknowledged, ends what is over and brings shelved alarms back.",
      zh: "对无上报和离线设备告警，升级未确认的告警，恢复已结束的告警，并使搁置到期的告警重新生效。",
    },
    defaultCron: "* * * * *",
    async run({ now }) {
      const { raised, ended, escalated, back } = await alarms.sweep(new Date(now()));
      return {
        en: `${raised} raised, ${ended} cleared, ${escalated} escalated, ${back} came back.`,
        zh: `告警 ${raised} 条，恢复 ${ended} 条，升级 ${escalated} 条，重新生效 ${back} 条。`,
      };
    },
  };
}
