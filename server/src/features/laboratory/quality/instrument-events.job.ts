import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { InstrumentIngest } from "./instrument-ingest.service.ts";

/** Events of mass spectrometers that still wait reach their runs. */
export function instrumentEventsJob(options: { ingest: Pick<InstrumentIngest, "drain"> }): JobDefinition {
  return {
    key: "instrumentEvents",
    name: { en: "Reports of mass spectrometers", zh: "质谱仪上报" },
    about: {
      en: "Adds waiting reports of mass spectrometers to their analytical batches.",
      zh: "将质谱仪待处理的上报归入其分析批。",
    },
    defaultCron: "*/5 * * * *",
    async run() {
      const read = await options.ingest.drain();
      return { en: `${read} reports processed.`, zh: `已处理上报 ${read} 条。`, idle: read === 0 };
    },
  };
}
