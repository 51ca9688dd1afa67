/** The dialog of a job: its schedule, its misfire policy, and whether it is enabled. */
import { changeJob, type Job, listJobs, previewCron } from "@tracewater/contract/system/jobs";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Radio from "antd/es/radio";
import Switch from "antd/es/switch";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useDictionary } from "../../../pickers/use-dictionary.ts";

/** Schedules that are often wanted; whatever else is typed. */
const presets = ["*/10 * * * *", "0 * * * *", "0 */6 * * *", "30 2 * * *", "0 8 * * 1", "0 8 1 * *"];

/** When a task fires, and what happens with firings that were missed. */
export function ScheduleForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation("system-jobs");
  const [cron, setCron] = useState(job.cronExpression);
  const [misfire, setMisfire] = useState(job.misfirePolicy);
  const [isOn, setOn] = useState(job.status === "0");
  const policies = useDictionary("sys_job_misfire");
  const change = useApiMutation(changeJob, { handled: true });
  const save = () =>
    change.mutate(
      {
        body: { jobId: job.jobId, cronExpression: cron, misfirePolicy: misfire, status: isOn ? "0" : "1" },
      },
      {
        onSuccess: () => {
          void invalidate(listJobs);
          showToast({ tone: "success", text: t("schedule.saved") });
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={560}
      title={t("schedule.title", { name: job.jobName })}
      okText={t("save")}
      cancelText={t("cancel")}
      confirmLoading={change.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={save}>
        <CronField cron={cron} fault={change.error?.messageAt("cronExpression")} onChange={setCron} />
        <Form.Item label={t("schedule.misfire")}>
          <Radio.Group
            value={misfire}
            options={policies.options}
            onChange={(event) => setMisfire(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={t("schedule.on")} layout="horizontal">
          <Switch checked={isOn} onChange={setOn} aria-label={t("schedule.on")} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** The schedule as it is typed or chosen from the presets, with its preview. */
function CronField(props: { cron: string; fault: string | undefined; onChange: (cron: string) => void }) {
  const { cron, fault, onChange } = props;
  const { t } = useTranslation("system-jobs");
  return (
    <>
      <Form.Item
        label={t("schedule.cron")}
        htmlFor="job-cron"
        help={fault ?? t("schedule.help")}
        {...(fault === undefined ? {} : { validateStatus: "error" as const })}
      >
        <Input
          id="job-cron"
          className="code"
          maxLength={100}
          ref={focusOnOpen}
          value={cron}
          onChange={(event) => onChange(event.target.value)}
        />
      </Form.Item>
      <div className="cron-usual">
        {presets.map((one) => (
          <PresetButton key={one} cron={one} onChoose={() => onChange(one)} />
        ))}
      </div>
      <Preview cron={cron} />
    </>
  );
}

/** A usual schedule by its words, which the server has. */
function PresetButton({ cron, onChoose }: { cron: string; onChoose: () => void }) {
  const found = useApi(
    previewCron,
    { query: { cronExpression: cron } },
    { staleMs: 3_600_000, silent: true },
  );
  return (
    <button type="button" className="cron-chip" onClick={onChoose}>
      {found.data?.data.words ?? cron}
    </button>
  );
}

/** What is typed, in words, and when it would fire. */
function Preview({ cron }: { cron: string }) {
  const { t } = useTranslation("system-jobs");
  const asked = useDeferredValue(cron.trim());
  const query = { cronExpression: asked };
  const found = useApi(previewCron, { query }, { enabled: asked !== "", silent: true, keepPrevious: true });
  const preview = found.data?.data;
  return (
    <div className="cron-preview" aria-live="polite">
      {found.error !== null ? (
        <span className="resource-fault">
          {found.error.messageAt("cronExpression") ?? found.error.message}
        </span>
      ) : preview === undefined ? null : (
        <>
          <strong>{preview.words}</strong>
          <ol>
            {preview.nextTimes.map((at) => (
              <li key={at}>{formatMoment(at, preview.zone)}</li>
            ))}
          </ol>
          <span className="job-quiet">{t("zone", { zone: preview.zone })}</span>
        </>
      )}
    </div>
  );
}
