import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { DisplaySilence } from "./display-silence.service.ts";

/** A display reports every minute; that it does no more is seen by looking. */
export function displaySilenceJob(silence: DisplaySilence): JobDefinition {
  return {
    key: "displaySilence",
    name: { en: "Display report check", zh: "显示屏上报检查" },
    about: {
      en: "Raises alarms for displays that have not reported for 3 minutes, and clears them when they report again.",
      zh: "显示屏超过 3 分钟未上报时产生告警，恢复上报后自动恢复。",
    },
    defaultCron: "* * * * *",
    async run() {
      const { raised, ended } = await silence.sweep();
      return {
        en: `${raised} raised, ${ended} cleared.`,
        zh: `产生告警 ${raised} 条，恢复 ${ended} 条。`,
        idle: raised + ended === 0,
      };
    },
  };
}
