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
import { spanOf } from "@tracewater/contract/time-span";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { JobService } from "./job.service.ts";
import { sendJobLog } from "./job-log-sheet.ts";

const kind = "job";

export function serveJobs(serve: Serve, jobs: JobService, files: MadeFiles): void {
  serve.forCaller(listJobs, async ({ query, language }) => {
    const all = await jobs.list(language, query);
    const { limit, offset } = pageOf(query, all.length);
    return { rows: all.slice(offset, offset + limit), total: all.length, zone: jobs.zone };
  });
  serve.forCaller(getJob, async ({ params, language }) => ({ data: await jobs.find(params.id, language) }));
  serve.forCaller(changeJob, async ({ body, note }) => {
    const { jobId, ...to } = body;
    const { before, name } = await jobs.change(jobId, to);
    note({ thing: { kind, id: jobId, name }, before, after: to });
    return {};
  });
  serve.forCaller(changeJobStatus, async ({ body, note }) => {
    const { name, before } = await jobs.changeStatus(body.jobId, body.status);
    note({ thing: { kind, id: body.jobId, name }, before, after: { status: body.status } });
    return {};
  });
  serve.forCaller(runJob, async ({ body, note }, caller) => {
    const { jobLogId, name } = await jobs.run(caller, body.jobId);
    note({ thing: { kind, id: body.jobId, name } });
    return { data: { jobLogId } };
  });
  serve.forCaller(previewCron, async ({ query, language }) => ({
    data: jobs.preview(query.cronExpression, language),
  }));
  serveLog(serve, jobs, files);
}

function serveLog(serve: Serve, jobs: JobService, files: MadeFiles): void {
  serve.forCaller(listJobLogs, async ({ query, language }) => {
    const filter = { ...query, ...spanOf(query) };
    const total = await jobs.countLog(filter);
    return { rows: await jobs.log(filter, pageOf(query, total), language), total };
  });
  serve.forCaller(getJobLog, async ({ params, language }) => ({
    data: await jobs.findLog(params.id, language),
  }));
  serveExport(serve, exportJobLogs, exportJobLogsByForm, (query, asked) =>
    sendJobLog({ jobs, files, ...asked, filter: { ...query, ...spanOf(query) } }),
  );
}
