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
      await options.ingest.drain();
      return { en: "No report waits.", zh: "没有待处理的上报。" };
    },
  };
}
