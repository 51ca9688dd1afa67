import { getJobLog, type Job, listJobLogs, listJobs, runJob } from "@tracewater/contract/system/jobs";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { RunState } from "./last-run.tsx";

/** Runs a task now and shows what comes of it. */
export function RunDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation("system-jobs");
  const run = useApiMutation(runJob, { handled: true });
  const [logId, setLogId] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const found = useApi(
    getJobLog,
    { params: { id: logId ?? 1 } },
    { enabled: logId !== null, staleMs: 0, ...(isOver ? {} : { everyMs: 700 }) },
  );
  const log = logId === null ? undefined : found.data?.data;
  if (log !== undefined && log.state !== "running" && !isOver) setOver(true);
  const close = () => {
    void invalidate(listJobs);
    void invalidate(listJobLogs);
    onClose();
  };
  const begin = () =>
    run.mutate({ body: { jobId: job.jobId } }, { onSuccess: ({ data }) => setLogId(data.jobLogId) });
  return (
    <Modal
      open
      centered
      width={480}
      title={t("run.title", { name: job.jobName })}
      okText={t(logId === null ? "run.submit" : "close")}
      cancelText={t("cancel")}
      cancelButtonProps={logId === null ? {} : { style: { display: "none" } }}
      confirmLoading={run.isPending}
      onOk={logId === null ? begin : close}
      onCancel={close}
    >
      {logId === null ? <p>{job.remark}</p> : null}
      {run.error === null ? null : (
        <p className="resource-fault" role="alert">
          {run.error.message}
        </p>
      )}
      <div aria-live="polite" className="run-result">
        {logId === null ? null : <RunState state={log?.state ?? "running"} />}
        {log === undefined || log.state === "running" ? null : (
          <>
            <p>{log.jobMessage}</p>
            {log.exceptionInfo === "" ? null : <pre className="job-error">{log.exceptionInfo}</pre>}
            <p className="job-quiet">{t("run.took", { ms: log.durationMs ?? 0 })}</p>
          </>
        )}
      </div>
    </Modal>
  );
}
