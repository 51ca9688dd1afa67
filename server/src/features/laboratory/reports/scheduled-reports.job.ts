import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { ReportScheduleService } from "./report-schedule.service.ts";

/** Makes the weekly and monthly reports of sampling points that are due. */
export function scheduledReportsJob(options: {
  schedules: Pick<ReportScheduleService, "makeDue">;
}): JobDefinition {
  return {
    key: "pointReports",
    name: { en: "Scheduled point reports", zh: "采样点定期报告" },
    about: {
      en: "Generates the weekly and monthly reports of sampling points as soon as all results in the period are reviewed.",
      zh: "时段内的检测结果全部复核后，生成采样点的周报和月报。",
    },
    defaultCron: "20 5 * * *",
    async run({ signal }) {
      const made = await options.schedules.makeDue(signal);
      return { en: `${made} reports generated.`, zh: `已生成报告 ${made} 份。`, idle: made === 0 };
    },
  };
}
