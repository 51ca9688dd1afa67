import {
  changeJob,
  changeJobStatus,
  exportJobLogs,
  exportJobLogsByForm,
  getJob,
  getJobLog,
  listJobLogs,
  listJobs,
  previewCron,
  runJob,
} from "@tracewater/contract/system/jobs";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { JobService } from "./job.service.ts";
import { sendJobLog } from "./job-log-workbook.ts";

const kind = "job";

export function serveJobs(serve: Serve, jobs: JobService, files: ExportFiles): void {
  serve.forCaller(listJobs, async ({ query, language }) => {
    const all = await jobs.list(language, query);
    const { limit, offset } = pageOf(query, all.length);
    return { rows: all.slice(offset, offset + limit), total: all.length, zone: jobs.zone };
  });
  serve.forCaller(getJob, async ({ params, language }) => ({ data: await jobs.find(params.id, language) }));
  serve.forCaller(changeJob, async ({ body, audit }) => {
    const { jobId, ...to } = body;
    const { before, name } = await jobs.change(jobId, to);
    audit({ subject: { kind, id: jobId, name }, before, after: to });
    return {};
  });
  serve.forCaller(changeJobStatus, async ({ body, audit }) => {
    const { name, before } = await jobs.changeStatus(body.jobId, body.status);
    audit({ subject: { kind, id: body.jobId, name }, before, after: { status: body.status } });
    return {};
  });
  serve.forCaller(runJob, async ({ body, audit }, caller) => {
    const { jobLogId, name } = await jobs.run(caller, body.jobId);
    audit({ subject: { kind, id: body.jobId, name } });
    return { data: { jobLogId } };
  });
  serve.forCaller(previewCron, async ({ query, language }) => ({
    data: jobs.preview(query.cronExpression, language),
  }));
  serveLog(serve, jobs, files);
}

function serveLog(serve: Serve, jobs: JobService, files: ExportFiles): void {
  serve.forCaller(listJobLogs, async ({ query, language }) => {
    const total = await jobs.countLog(query);
    return { rows: await jobs.log(query, pageOf(query, total), language), total };
  });
  serve.forCaller(getJobLog, async ({ params, language }) => ({
    data: await jobs.findLog(params.id, language),
  }));
  serveExport(serve, exportJobLogs, exportJobLogsByForm, (query, asked) =>
    sendJobLog({ jobs, files, ...asked, filter: query }),
  );
}
