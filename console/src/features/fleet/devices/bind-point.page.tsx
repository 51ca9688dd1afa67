import "../../../device/dialogs/device-dialogs.css";
import {
  bindDevicePoint,
  type DeviceSpan,
  listDeviceSpans,
} from "@tracewater/contract/fleet/device-lifecycle";
import Button from "antd/es/button";
import Select from "antd/es/select";
import { MapPin, Unlink } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { familyPermission } from "../../../device/families/family-config.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import "./history/history.css";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { DialogField } from "../../../device/dialogs/device-dialog.tsx";
import { useLifecycleCall } from "../../../device/dialogs/use-lifecycle.ts";
import { type OpenDevice, useOpenDevice } from "../../../device/use-device.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { useMayListPoints, usePointOptions } from "../../../pickers/point-options.ts";

/** At which sampling point the device is, and where it was before: a reading belongs to the point of its time. */
export default function BindPointPage() {
  const open = useOpenDevice();
  const { t } = useDeviceTexts();
  const { device, familyConfig } = open;
  const { data, error, refetch } = useApi(listDeviceSpans, { params: { id: device.id } });
  const mayList = useMayListPoints();
  return (
    <div className="bind-point">
      {device.retiredAt === null && mayList ? (
        <Allowed to={familyPermission(familyConfig, "edit")}>
          <BindCard open={open} />
        </Allowed>
      ) : null}
      <Card title={t("bind.history")}>
        {data === undefined ? (
          error === null ? (
            <Loading lines={4} />
          ) : (
            <ErrorBox error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <Spans spans={data.data.points} none={t("bind.none")} now={t("bind.now")} />
        )}
      </Card>
      <Card title={t("bind.units")}>
        {data === undefined ? (
          <Loading lines={2} />
        ) : (
          <Spans spans={data.data.units} none="" now={t("bind.nowUnit")} />
        )}
      </Card>
    </div>
  );
}

function BindCard({ open }: { open: OpenDevice }) {
  const { device, familyConfig } = open;
  const { t } = useDeviceTexts();
  const points = usePointOptions(device.unitId);
  const [pointId, setPointId] = useState<number | null>(null);
  const [since, setSince] = useState("");
  const bind = useLifecycleCall(bindDevicePoint, () => {
    setPointId(null);
    setSince("");
    showToast({ tone: "success", text: t("bind.done") });
  });
  const act = (to: number | null) => {
    const at = since === "" ? null : fromZonedInput(since);
    bind.mutate({
      params: { family: familyConfig.family },
      body: { id: device.id, pointId: to, ...(at === null ? {} : { since: at }) },
    });
  };
  return (
    <Card title={t("bind.title")}>
      <p className="device-dialog-hint">{t("bind.lead")}</p>
      <div className="bind-form">
        <DialogField label={t("list.point")}>
          <Select
            showSearch={{ filterOption: false, onSearch: points.onSearch }}
            aria-label={t("list.point")}
            loading={points.loading}
            placeholder={device.pointName ?? t("header.noPoint")}
            value={pointId}
            onChange={setPointId}
            options={points.options}
          />
        </DialogField>
        <DialogField label={t("bind.since")}>
          <DayInput precision="second" aria-label={t("bind.since")} value={since} onChange={setSince} />
        </DialogField>
        <Button
          type="primary"
          icon={<MapPin size={16} />}
          disabled={pointId === null}
          loading={bind.isPending}
          onClick={() => act(pointId)}
        >
          {t("bind.bind")}
        </Button>
        {device.pointId === null ? null : (
          <Button icon={<Unlink size={16} />} onClick={() => act(null)}>
            {t("bind.unbind")}
          </Button>
        )}
      </div>
      {bind.error === null ? null : (
        <p className="device-dialog-fault" role="alert">
          {bind.error.fields[0]?.message ?? bind.error.message}
        </p>
      )}
    </Card>
  );
}

function Spans(props: { spans: readonly DeviceSpan[]; none: string; now: string }) {
  const { t } = useDeviceTexts();
  if (props.spans.length === 0) return <p className="device-quiet">{props.none}</p>;
  return (
    <ul className="bind-spans">
      {props.spans.map((span) => (
        <li key={span.since}>
          <strong>{[span.code ?? "", span.name].filter((part) => part !== "").join(" ")}</strong>
          <span className="bind-when">
            {formatMoment(span.since)} – {span.until === null ? t("bind.today") : formatMoment(span.until)}
          </span>
          {span.until === null ? <State tone="ok" shape="disc" label={props.now} /> : null}
        </li>
      ))}
    </ul>
  );
}
