import type { ServerState } from "@tracewater/contract/system/server-state";
import type { MediaService } from "../features/fleet/media/media.service.ts";
import { readingRetentionJob } from "../features/fleet/telemetry/reading-retention.job.ts";
import { rollupJob } from "../features/fleet/telemetry/rollup.job.ts";
import type { CustodyService } from "../features/laboratory/custody/custody.service.ts";
import { auditCheckJob, custodyCheckJob } from "../features/operations/scheduled-jobs/audit-check.job.ts";
import { cleanUpJob } from "../features/operations/scheduled-jobs/clean-up.job.ts";
import { diskWatchJob } from "../features/operations/scheduled-jobs/disk-watch.job.ts";
import { licenceWarningJob } from "../features/operations/scheduled-jobs/licence-warning.job.ts";
import { logRetentionJob } from "../features/operations/scheduled-jobs/log-retention.job.ts";
import { mediaRetentionJob } from "../features/operations/scheduled-jobs/media-retention.job.ts";
import type { AuditService } from "../features/system/audit/audit.service.ts";
import type { ConfigService } from "../features/system/config/config.service.ts";
import { serveJobs } from "../features/system/jobs/job.feature.ts";
import { createJobService } from "../features/system/jobs/job.service.ts";
import type { LicenceService } from "../features/system/licences/licence.service.ts";
import type { LogInLogService } from "../features/system/login-log/login-log.service.ts";
import type { NoticeService } from "../features/system/notices/notice.service.ts";
import { createServerState } from "../features/system/server-state/server-state.feature.ts";
import type { ExportFiles } from "../platform/files/export-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { JobDefinition } from "../platform/job-definition.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/store/database.ts";
import type { OpenPostgres } from "../platform/store/open-postgres.ts";
import { programVersion } from "../program-files.ts";

/** The scheduled tasks (what is not in this registry cannot be run) and the state of the server. */
export function createScheduledJobParts(options: {
  db: Db;
  dataDir: string;
  zone: string;
  node: string;
  log: Log;
  now: () => number;
  today: () => string;
  files: ExportFiles;
  config: ConfigService;
  notices: NoticeService;
  licences: LicenceService;
  audit: AuditService;
  custody: CustodyService;
  logIns: LogInLogService;
  /** Tasks of other parts. */
  more: readonly JobDefinition[];
  media: MediaService;
  expirePortraits: () => Promise<number>;
  store: Pick<OpenPostgres, "kind" | "gate">;
  countConnected: () => number;
  video: ServerState["video"];
}) {
  const { db, files, notices, licences } = options;
  const { read } = options.config;
  const registry = [
    ...options.more,
    auditCheckJob({ audit: options.audit, notices }),
    custodyCheckJob({ custody: options.custody, notices }),
    licenceWarningJob({ licences, notices }),
    logRetentionJob({ db, read, logIns: options.logIns }),
    mediaRetentionJob({ read, media: options.media }),
    cleanUpJob({ db, files, read, expirePortraits: options.expirePortraits }),
    readingRetentionJob({ db, read }),
    rollupJob({ db, zone: options.zone }),
    diskWatchJob({ dataDir: options.dataDir, read, notices, today: options.today }),
  ];
  const jobs = createJobService({ ...options, registry });
  const serverState = createServerState({ ...options, version: programVersion, read });
  return {
    jobs,
    routes(serve: Serve): void {
      serveJobs(serve, jobs, files);
      serverState.routes(serve);
    },
    async start(): Promise<void> {
      await serverState.start();
      await jobs.start();
    },
    async stop(): Promise<void> {
      await jobs.stop();
      await serverState.stop();
    },
  };
}
