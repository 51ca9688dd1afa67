import type { ReplyOf } from "@tracewater/contract/call";
import { type AlarmStep, getAlarm, noteAlarm } from "@tracewater/contract/fleet/alarms";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Input from "antd/es/input";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { SeverityTag, useAlarmLabels, useAlarmNews, useNameOf } from "../../../pickers/alarm-labels.tsx";
import type { Act } from "./act-dialog.tsx";
import { AlarmActions } from "./alarm-actions.tsx";
import { AlarmStateMark, DeviceLink } from "./alarm-columns.tsx";
import { Cause } from "./cause.tsx";
import { RaiseChart } from "./raise-chart.tsx";

type Detail = ReplyOf<typeof getAlarm>["data"];

/** One alarm: what it is about, the values around it, and everything that happened to it. */
export function AlarmDrawer(props: { alarmId: number; onAct: (act: Act) => void; onClose: () => void }) {
  const { t } = useTranslation("fleet-alarms");
  const nameOf = useNameOf();
  const session = useSession();
  const mayRead = hasPermission("alarm:log:query", session);
  const found = useApi(getAlarm, { params: { id: props.alarmId } }, { enabled: mayRead, handled: true });
  useAlarmNews(() => void invalidate(getAlarm));
  const alarm = found.data?.data;
  return (
    <Drawer
      open
      size={560}
      title={alarm === undefined ? t("detail") : nameOf(alarm)}
      onClose={props.onClose}
      footer={
        alarm === undefined || alarm.state === "cleared" ? null : (
          <div className="alarm-drawer-foot">
            <AlarmActions alarms={[alarm]} onAct={props.onAct} />
          </div>
        )
      }
    >
      {alarm !== undefined ? (
        <Body alarm={alarm} />
      ) : found.error !== null ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </Drawer>
  );
}

function Body({ alarm }: { alarm: Detail }) {
  const { t } = useTranslation("fleet-alarms");
  const labelOf = useAlarmLabels();
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <div className="alarm-detail">
      <div className="alarm-detail-head">
        <SeverityTag severity={alarm.severity} />
        <AlarmStateMark alarm={alarm} />
      </div>
      <dl className="alarm-facts">
        {fact(t("column.device"), <DeviceLink alarm={alarm} />)}
        {fact(t("column.unit"), alarm.unitName)}
        {fact(t("column.cause"), <Cause alarm={alarm} />)}
        {alarm.durationS === null || alarm.durationS === 0 || alarm.source !== "property"
          ? null
          : fact(labelOf("durationS"), t("seconds", { count: alarm.durationS }))}
        {fact(t("column.began"), <span className="num">{formatMoment(alarm.beganAt)}</span>)}
        {fact(t("column.raised"), <span className="num">{formatMoment(alarm.raisedAt)}</span>)}
        {alarm.clearedAt === null
          ? null
          : fact(t("column.cleared"), <span className="num">{formatMoment(alarm.clearedAt)}</span>)}
        {alarm.occurrences > 1
          ? fact(t("column.occurrences"), <span className="num">{alarm.occurrences}</span>)
          : null}
        {alarm.shelvedUntil === null
          ? null
          : fact(t("shelvedUntil"), <span className="num">{formatMoment(alarm.shelvedUntil)}</span>)}
      </dl>
      {alarm.params === null || Object.keys(alarm.params).length === 0 ? null : (
        <pre className="alarm-params code">{JSON.stringify(alarm.params, null, 2)}</pre>
      )}
      {alarm.source === "property" && alarm.deviceId !== null ? (
        <RaiseChart alarm={{ ...alarm, deviceId: alarm.deviceId }} />
      ) : null}
      <h3 className="alarm-h">{t("timeline")}</h3>
      <ol className="alarm-steps">
        {alarm.steps.map((step) => (
          <Step key={step.stepId} step={step} />
        ))}
      </ol>
      <Allowed to="alarm:log:acknowledge">
        <NoteForm alarmId={alarm.alarmId} />
      </Allowed>
    </div>
  );
}

function Step({ step }: { step: AlarmStep }) {
  const { t } = useTranslation("fleet-alarms");
  const label = useAlarmLabels();
  const text =
    step.kind === "escalated" &&
    (step.note === "major" || step.note === "critical" || step.note === "warning")
      ? t("step.escalatedTo", { severity: label(`severity.${step.note}`) })
      : t(`step.${step.kind}`);
  if (step.told !== null) return <NotificationStep at={step.at} notified={step.told} />;
  return (
    <li className={`alarm-step alarm-step-${step.kind}`}>
      <span>
        <strong>{text}</strong>
        {step.by === "" ? null : <span className="alarm-quiet"> {t("by", { name: step.by })}</span>}
      </span>
      <time className="num">{formatMoment(step.at)}</time>
      {step.note === "" || step.kind === "escalated" ? null : <p>{step.note}</p>}
    </li>
  );
}

/** Who was notified, and whether it arrived. */
function NotificationStep({ at, notified }: { at: number; notified: NonNullable<AlarmStep["told"]> }) {
  const { t } = useTranslation("fleet-alarms");
  const { about, way, recipient, outcome, error } = notified;
  return (
    <li className={`alarm-step alarm-step-told-${outcome}`}>
      <span>
        <strong>{t(outcome === "waiting" && error !== "" ? "told.again" : `told.${outcome}`)}</strong>
        {about === null ? null : <span> · {t(`step.${about}`)}</span>}
        <span className="alarm-quiet"> {t(`told.${way}`, { recipient })}</span>
      </span>
      <time className="num">{formatMoment(at)}</time>
      {error === "" ? null : <p>{error}</p>}
    </li>
  );
}

function NoteForm({ alarmId }: { alarmId: number }) {
  const { t } = useTranslation("fleet-alarms");
  const [note, setNote] = useState("");
  const add = useApiMutation(noteAlarm);
  const submit = () =>
    add.mutate(
      { body: { alarmId, note: note.trim() } },
      {
        onSuccess: () => {
          setNote("");
          void invalidate(getAlarm);
        },
      },
    );
  return (
    <div className="alarm-note">
      <Input
        aria-label={t("note")}
        placeholder={t("noteHint")}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onPressEnter={() => note.trim() !== "" && submit()}
      />
      <Button disabled={note.trim() === ""} loading={add.isPending} onClick={submit}>
        {t("addNote")}
      </Button>
    </div>
  );
}
