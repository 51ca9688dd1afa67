import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { BoardControlService } from "./board-control.service.ts";

/** Locks out detectors whose controls became overdue, and again those whose override lapsed. */
export function boardControlsJob(controls: Pick<BoardControlService, "sweep">): JobDefinition {
  return {
    key: "boardControls",
    name: { en: "Control boards due", zh: "质控板到期检查" },
    about: {
      en: "Withholds results of handheld detectors whose control boards are overdue, and raises an alarm.",
      zh: "对质控板逾期的手持检测仪暂扣结果并产生告警。",
    },
    defaultCron: "*/10 * * * *",
    async run({ signal }) {
      const changed = await controls.sweep(signal);
      return {
        ...{ en: `${changed} detectors changed.`, zh: `状态变化的检测仪 ${changed} 台。` },
        idle: changed === 0,
      };
    },
  };
}
