import {
  addReportSchedule,
  cancelReport,
  endReportSchedule,
  getReport,
  getReportPdf,
  getReportSheet,
  listReportSchedules,
  listReports,
  makeReport,
  type ReportRow,
  remakeReport,
} from "@tracewater/contract/laboratory/reports";
import { sendTable } from "../../../platform/files/send-file.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ReportService } from "./report.service.ts";
import type { ReportScheduleService } from "./report-schedule.service.ts";

export function serveReports(
  serve: Serve,
  { reports, schedules }: { reports: ReportService; schedules: ReportScheduleService },
): void {
  serve.forCaller(listReports, ({ query, language }, caller) => reports.list(caller, query, language));
  serve.forCaller(getReport, async ({ params, language }, caller) => ({
    data: await reports.read(caller.scope, params.id, language),
  }));
  serve.forCaller(makeReport, async ({ body, language, audit }, caller) => {
    const data = await reports.make(caller, body, language);
    audit({ subject: auditSubject(data, caller.unitId), after: { ...body, state: data.state } });
    return { data };
  });
  serve.forCaller(cancelReport, async ({ params, language, audit }, caller) => {
    const data = await reports.cancel(caller, params.id, language);
    audit({ subject: auditSubject(data, caller.unitId), after: { state: data.state } });
    return { data };
  });
  serve.forCaller(remakeReport, async ({ params, language, audit }, caller) => {
    const row = await reports.show(caller.scope, params.id, language);
    const data = await reports.again(caller.scope, params.id);
    audit({ subject: auditSubject(row, caller.unitId), after: { isSame: data.isSame } });
    return { data };
  });
  for (const [call, format] of [
    [getReportPdf, "pdf"],
    [getReportSheet, "xlsx"],
  ] as const) {
    serve.stream(call, async ({ params, reply, audit }, caller) => {
      const { file, name, row } = await reports.open(caller.scope, params.id, format);
      const subject = { kind: "report", id: row.reportId, name, unitId: row.unitId };
      audit({ subject, after: { sha256: row[format].sha256 } });
      await sendTable(reply, file, name, format);
    });
  }
  serve.forCaller(listReportSchedules, ({ query }, caller) => schedules.list(caller, query));
  serve.forCaller(addReportSchedule, async ({ body, audit }, caller) => {
    const { data, unitId } = await schedules.add(caller, body);
    const subject = { kind: "reportSchedule", id: data.scheduleId, name: data.pointName, unitId };
    audit({ subject, after: body });
    return { data };
  });
  serve.forCaller(endReportSchedule, async ({ params, audit }, caller) => {
    const { scheduleId: id, pointName: name, unitId } = await schedules.end(caller, params.id);
    audit({ subject: { kind: "reportSchedule", id, name, unitId }, after: { ended: true } });
    return {};
  });
}

function auditSubject({ reportId, pointName, from, until }: ReportRow, unitId: number | null) {
  return { kind: "report", id: reportId, name: `${pointName} ${from} - ${until}`, unitId };
}
