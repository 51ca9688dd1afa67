import "./jobs.css";
import { changeJobStatus, type Job, listJobs } from "@tracewater/contract/system/jobs";
import Switch from "antd/es/switch";
import { CalendarClock, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { LastRun } from "./last-run.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { ScheduleForm } from "./schedule-form.tsx";

/** What the platform does by itself, when it does it next, and what came of it last. */
export default function JobListPage() {
  const session = useSession();
  const { t } = useTranslation("system-jobs");
  const may = hasPermission("monitor:job:list", session);
  const found = useApi(
    listJobs,
    { query: { pageSize: 100 } },
    { everyMs: 10_000, handled: true, enabled: may },
  );
  const [open, setOpen] = useState<{ kind: "schedule" | "run"; job: Job } | null>(null);
  if (!may) {
    return (
      <PageFrame>
        <Forbidden />
      </PageFrame>
    );
  }
  return (
    <PageFrame title={t("title")} hint={found.data ? t("zone", { zone: found.data.zone }) : " "}>
      <Card flush>
        {found.data === undefined ? (
          found.error === null ? (
            <Loading lines={6} />
          ) : (
            <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
          )
        ) : found.data.rows.length === 0 ? (
          <EmptyState title={t("none")} />
        ) : (
          <ul className="jobs">
            {found.data.rows.map((job) => (
              <JobRow key={job.jobId} job={job} onOpen={(kind) => setOpen({ kind, job })} />
            ))}
          </ul>
        )}
      </Card>
      {open?.kind === "schedule" ? <ScheduleForm job={open.job} onClose={() => setOpen(null)} /> : null}
      {open?.kind === "run" ? <RunDialog job={open.job} onClose={() => setOpen(null)} /> : null}
    </PageFrame>
  );
}

function JobRow({ job, onOpen }: { job: Job; onOpen: (kind: "schedule" | "run") => void }) {
  const { t } = useTranslation("system-jobs");
  const session = useSession();
  const mayEdit = hasPermission("monitor:job:edit", session);
  const mayRun = hasPermission("monitor:job:run", session);
  const change = useApiMutation(changeJobStatus);
  const [next] = job.nextTimes;
  return (
    <li className={job.status === "1" ? "job job-paused" : "job"}>
      <div className="job-what">
        <strong>{job.jobName}</strong>
        <span className="job-about">{job.remark}</span>
      </div>
      <div className="job-when">
        <span>{job.cronWords}</span>
        <span className="job-quiet">
          {next === undefined ? t("paused") : t("next", { time: formatMoment(next).slice(0, 16) })}
        </span>
      </div>
      <div className="job-last">
        <LastRun
          last={job.last}
          link={<Link to={`/job/log?target=${job.invokeTarget}`}>{t("toLog")}</Link>}
        />
      </div>
      <div className="job-acts">
        {mayEdit ? (
          <Switch
            size="small"
            aria-label={t("scheduled", { name: job.jobName })}
            checked={job.status === "0"}
            loading={change.isPending}
            onChange={(on) =>
              change.mutate(
                { body: { jobId: job.jobId, status: on ? "0" : "1" } },
                { onSettled: () => void invalidate(listJobs) },
              )
            }
          />
        ) : null}
        {mayEdit ? (
          <IconButton label={t("schedule.open", { name: job.jobName })} onClick={() => onOpen("schedule")}>
            <CalendarClock />
          </IconButton>
        ) : null}
        {mayRun ? (
          <IconButton label={t("run.open", { name: job.jobName })} onClick={() => onOpen("run")}>
            <Play />
          </IconButton>
        ) : null}
      </div>
    </li>
  );
}
