import {
  type Alarm,
  acknowledgeAlarms,
  clearAlarms,
  countAlarms,
  getAlarm,
  listAlarms,
  shelveAlarms,
} from "@tracewater/contract/fleet/alarms";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useNameOf } from "../../../pickers/alarm-labels.tsx";

/** What somebody is about to do to some alarms. */
export type Act = { kind: "acknowledge" | "clear" | "shelve" | "unshelve"; alarms: readonly Alarm[] };

const times = [30, 120, 480, 1440, 10_080] as const;
const maxNamed = 5;

/** Asks once, names what it touches, and takes a note along. */
export function ActDialog({ act, onClose }: { act: Act; onClose: (done: boolean) => void }) {
  const { t } = useTranslation("fleet-alarms");
  const nameOf = useNameOf();
  const [note, setNote] = useState("");
  const [minutes, setMinutes] = useState<number>(times[1]);
  const acknowledge = useApiMutation(acknowledgeAlarms);
  const clear = useApiMutation(clearAlarms);
  const shelve = useApiMutation(shelveAlarms);
  const alarmIds = act.alarms.map((one) => one.alarmId);
  const done = {
    onSuccess: ({ data }: { data: { changed: number } }) => {
      for (const call of [listAlarms, countAlarms, getAlarm]) void invalidate(call);
      showToast({ tone: "success", text: t(`done.${act.kind}`, { count: data.changed }) });
      onClose(true);
    },
  };
  const submit = () => {
    if (act.kind === "acknowledge") acknowledge.mutate({ body: { alarmIds, note } }, done);
    else if (act.kind === "clear") clear.mutate({ body: { alarmIds, note } }, done);
    else shelve.mutate({ body: { alarmIds, note, minutes: act.kind === "shelve" ? minutes : 0 } }, done);
  };
  return (
    <Modal
      open
      centered
      width={480}
      title={t(`ask.${act.kind}`, { count: act.alarms.length })}
      okText={t(`act.${act.kind}`)}
      cancelText={t("cancel")}
      confirmLoading={acknowledge.isPending || clear.isPending || shelve.isPending}
      onOk={submit}
      onCancel={() => onClose(false)}
    >
      <div className="alarm-act">
        <ul className="alarm-act-list">
          {act.alarms.slice(0, maxNamed).map((one) => (
            <li key={one.alarmId}>
              {nameOf(one)} <span className="code">{one.deviceName}</span>
            </li>
          ))}
          {act.alarms.length > maxNamed ? (
            <li>{t("more", { count: act.alarms.length - maxNamed })}</li>
          ) : null}
        </ul>
        <p className="alarm-quiet">{t(`about.${act.kind}`)}</p>
        {act.kind === "shelve" ? (
          <Segmented
            block
            aria-label={t("act.shelve")}
            value={minutes}
            options={times.map((value) => ({ value, label: t(`shelveFor.${value}`) }))}
            onChange={setMinutes}
          />
        ) : null}
        <Input.TextArea
          aria-label={t("note")}
          placeholder={t("note")}
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Modal>
  );
}
