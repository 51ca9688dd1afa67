import { getMaintenance, setMaintenance } from "@tracewater/contract/fleet/alarms";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";

const times = [30, 120, 480, 1440] as const;

/** Whether somebody works at the device: its alarms are marked then, and notify nobody. */
export function MaintenanceCard({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation("fleet-alarms");
  const [asking, setAsking] = useState(false);
  const found = useApi(getMaintenance, { params: { deviceId } }, { silent: true });
  const change = useApiMutation(setMaintenance);
  const now = found.data?.data;
  const set = (minutes: number, reason: string) =>
    change.mutate(
      { body: { deviceId, minutes, reason } },
      {
        onSuccess: () => {
          setAsking(false);
          void invalidate(getMaintenance);
        },
      },
    );
  if (now === undefined) return null;
  const isOn = now.until !== null;
  return (
    <Card>
      <div className="maintenance-line">
        <span>
          {isOn ? (
            <>
              <State tone="maintenance" label={t("maintenance.on", { time: formatMoment(now.until) })} />{" "}
              <span className="alarm-quiet">
                {[now.reason, now.by].filter((part) => part !== "").join(" · ")}
              </span>
            </>
          ) : (
            <span className="alarm-quiet">{t("maintenance.off")}</span>
          )}
        </span>
        <Allowed to="alarm:maintenance:edit">
          {isOn ? (
            <Button loading={change.isPending} onClick={() => set(0, "")}>
              {t("maintenance.end")}
            </Button>
          ) : (
            <Button onClick={() => setAsking(true)}>{t("maintenance.begin")}</Button>
          )}
        </Allowed>
      </div>
      {asking ? <Ask busy={change.isPending} onSet={set} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

function Ask(props: {
  busy: boolean;
  onSet: (minutes: number, reason: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("fleet-alarms");
  const [minutes, setMinutes] = useState<number>(times[1]);
  const [reason, setReason] = useState("");
  return (
    <Modal
      open
      centered
      width={440}
      title={t("maintenance.begin")}
      okText={t("maintenance.begin")}
      cancelText={t("cancel")}
      confirmLoading={props.busy}
      onOk={() => props.onSet(minutes, reason.trim())}
      onCancel={props.onClose}
    >
      <div className="alarm-act">
        <p className="alarm-quiet">{t("maintenance.about")}</p>
        <Segmented
          block
          aria-label={t("maintenance.begin")}
          value={minutes}
          options={times.map((value) => ({ value, label: t(`shelveFor.${value}`) }))}
          onChange={setMinutes}
        />
        <Input
          aria-label={t("maintenance.reason")}
          placeholder={t("maintenance.reason")}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
