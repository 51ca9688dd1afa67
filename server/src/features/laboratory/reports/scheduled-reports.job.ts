import type { JobDefinition } from "../../../platform/job-definition.ts";
import type { ReportScheduleService } from "./report-schedule.service.ts";

/** Makes the weekly and monthly reports of sampling points that are due. */
export function scheduledReportsJob(options: {
  schedules: Pick<ReportScheduleService, "makeDue">;
}): JobDefinition {
  return {
    key: "pointReports",
    name: { en: "Point reports", zh: "采样点定期报告" },
    about: {
      en: "Makes the weekly and monthly reports of sampling points, as soon as all results of the span are reviewed.",
      zh: "在时段内的检测结果全部审核后，生成采样点的周报和月报。",
    },
    defaultCron: "20 5 * * *",
    async run({ signal }) {
      const made = await options.schedules.makeDue(signal);
      return { en: `${made} reports made.`, zh: `已生成报告 ${made} 份。` };
    },
  };
}
