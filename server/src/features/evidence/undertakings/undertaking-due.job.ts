import type { JobDefinition } from "../../../platform/job-definition.ts";

/** Raises an alarm for boxes that are not back in time, and ends it where they are. */
export function undertakingDueJob(due: {
  sweep(): Promise<{ raised: number; ended: number }>;
}): JobDefinition {
  return {
    key: "undertakingDue",
    name: { en: "Evidence box return check", zh: "物证箱归还检查" },
    about: {
      en: "Raises alarms for evidence boxes whose return from an off-site undertaking is overdue.",
      zh: "对异地承办逾期未还的物证箱产生告警。",
    },
    defaultCron: "5,35 * * * *",
    async run() {
      const { raised, ended } = await due.sweep();
      return {
        en: `${raised} raised, ${ended} cleared.`,
        zh: `产生告警 ${raised} 条，恢复 ${ended} 条。`,
        idle: raised + ended === 0,
      };
    },
  };
}
