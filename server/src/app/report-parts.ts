import { join } from "node:path";
import type { CustodyService } from "../features/laboratory/custody/custody.service.ts";
import type { EuropeanSites } from "../features/laboratory/loads/european-sites.ts";
import type { LoadService } from "../features/laboratory/loads/load.service.ts";
import { serveReports } from "../features/laboratory/reports/report.feature.ts";
import { createReportService } from "../features/laboratory/reports/report.service.ts";
import { createReportIssueStore } from "../features/laboratory/reports/report-issue.store.ts";
import { createReportScheduleService } from "../features/laboratory/reports/report-schedule.service.ts";
import { scheduledReportsJob } from "../features/laboratory/reports/scheduled-reports.job.ts";
import { createBlobStore } from "../platform/files/blob-store.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Log } from "../platform/log.ts";
import type { PrintMoment } from "../platform/moments.ts";
import { createPdfFonts } from "../platform/pdf/pdf-document.ts";
import type { Db } from "../platform/store/database.ts";
import { shippedData } from "../program-files.ts";

/** Reports of the loads, with what issues them on schedule. */
export function createReportParts(options: {
  db: Db;
  zone: string;
  custody: CustodyService;
  loads: LoadService;
  sites: EuropeanSites;
  dataDir: string;
  publicUrl: string | undefined;
  node: string;
  printMoment: PrintMoment;
  printIso: PrintMoment;
  today: () => string;
  now: () => number;
  log: Log;
}) {
  const reports = createReportService({
    ...options,
    issues: createReportIssueStore(options.db, options),
    files: createBlobStore({ folder: join(options.dataDir, "reports") }),
    font: createPdfFonts({ folder: shippedData }),
  });
  const schedules = createReportScheduleService({ ...options, reports });
  return {
    reports,
    countDue: schedules.countDue,
    jobs: [scheduledReportsJob({ schedules })],
    start: reports.start,
    stop: reports.stop,
    routes(serve: Serve): void {
      serveReports(serve, { reports, schedules });
    },
  };
}
