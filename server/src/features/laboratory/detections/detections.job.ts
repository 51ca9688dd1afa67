import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { DetectionIngest } from "./detection-ingest.service.ts";

/** Events of online detectors that still wait become detections. */
export function detectionsJob(options: { ingest: Pick<DetectionIngest, "drain"> }): JobDefinition {
  return {
    key: "detections",
    name: { en: "Results of online detectors", zh: "在线检测结果" },
    about: {
      en: "Turns waiting results of online detectors into detections.",
      zh: "将在线检测仪待处理的结果转为检测记录。",
    },
    defaultCron: "*/5 * * * *",
    async run() {
      const read = await options.ingest.drain();
      return { en: `${read} results processed.`, zh: `已处理结果 ${read} 条。`, idle: read === 0 };
    },
  };
}
