import {
  type ControlDue,
  type DeviceControl,
  type DeviceControlDetail,
  getBoardControl,
} from "@tracewater/contract/laboratory/board-controls";
import Button from "antd/es/button";
import { CalendarClock, LockOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { ControlPlanDialog, OverrideDialog } from "./control-dialogs.tsx";
import { ControlState } from "./control-state.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

/** The control boards of one detector: due dates, lockout, overrides. */
export function ControlCard({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation("laboratory-boards");
  const { data, error, refetch } = useApi(getBoardControl, { params: { id: deviceId } }, { handled: true });
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  const device = data.data;
  return (
    <Card
      title={t("control.title")}
      hint={
        device.intervalDays === null
          ? t("control.noInterval")
          : t(device.perLot ? "control.everyPerLot" : "control.every", { count: device.intervalDays })
      }
      extra={<ControlButtons device={device} />}
    >
      <p className="board-tools">
        <ControlState device={device} />
        {device.lockedSince === null ? null : (
          <span className="record-quiet">{t("control.since", { at: formatMoment(device.lockedSince) })}</span>
        )}
        {device.overriddenUntil === null ? null : (
          <span className="record-quiet">
            {t("control.until", { at: formatMoment(device.overriddenUntil) })}
          </span>
        )}
        {device.withheld === 0 ? null : (
          <PathLink to={`/measureBoard/test?withheld=1&keyword=${encodeURIComponent(device.deviceName)}`}>
            {t("control.withheld", { count: device.withheld })}
          </PathLink>
        )}
      </p>
      <DueTable device={device} />
      <CardCheck device={device} />
      <Lockouts lockouts={device.lockouts} />
    </Card>
  );
}

export function ControlButtons({ device }: { device: DeviceControl }) {
  const { t } = useTranslation("laboratory-boards");
  const [open, setOpen] = useState<"plan" | "override" | null>(null);
  const close = () => setOpen(null);
  return (
    <span className="board-tools">
      {device.state === "lockedOut" && device.overrides < device.maxOverrides ? (
        <Allowed to="laboratory:boardControl:override">
          <Button danger icon={<LockOpen size={15} />} onClick={() => setOpen("override")}>
            {t("control.override.open")}
          </Button>
        </Allowed>
      ) : null}
      <Allowed to="laboratory:boardControl:edit">
        <Button icon={<CalendarClock size={15} />} onClick={() => setOpen("plan")}>
          {t("control.plan.open")}
        </Button>
      </Allowed>
      {open === "plan" ? <ControlPlanDialog device={device} onClose={close} /> : null}
      {open === "override" ? <OverrideDialog device={device} onClose={close} /> : null}
    </span>
  );
}

function DueTable({ device }: { device: DeviceControlDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  if (device.controls.length === 0) return <p className="record-quiet">{t("control.none")}</p>;
  return (
    <div className="board-scroll">
      <table className="board-table board-due">
        <thead>
          <tr>
            <th scope="col">{label("control")}</th>
            {device.perLot ? <th scope="col">{label("lotNo")}</th> : null}
            <th scope="col">{t("control.last")}</th>
            <th scope="col">{label("outcome")}</th>
            <th scope="col">{t("control.due")}</th>
          </tr>
        </thead>
        <tbody>
          {device.controls.map((one) => (
            <DueRow key={`${one.lotId} ${one.kind}`} one={one} device={device} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DueRow({ one, device }: { one: ControlDue; device: DeviceControlDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const { last } = one;
  return (
    <tr>
      <td>{label(`control.${one.kind}`)}</td>
      {device.perLot ? <td className="code">{one.lotNo}</td> : null}
      <td className="num">
        {last === null ? (
          "—"
        ) : (
          <PathLink to={`/handFastDetector/hand/${last.testId}/${encodeURIComponent(device.deviceName)}`}>
            {formatMoment(last.at)}
          </PathLink>
        )}
      </td>
      <td>
        {last === null ? (
          "—"
        ) : (
          <State
            tone={last.passed ? "ok" : "critical"}
            label={t(`control.verdict.${last.passed ? "passed" : "failed"}`)}
          />
        )}
      </td>
      <td className="num">
        {one.dueAt === null ? (
          "—"
        ) : one.isOverdue ? (
          <State tone="critical" label={t("control.overdue", { at: formatMoment(one.dueAt) })} />
        ) : (
          formatMoment(one.dueAt)
        )}
      </td>
    </tr>
  );
}

/** Light source and camera, checked with the card: when last, and when again. */
function CardCheck({ device }: { device: DeviceControlDetail }) {
  const { t } = useTranslation("laboratory-boards");
  const { checkedAt, checkDueAt, cause } = device;
  if (checkedAt === null && checkDueAt === null) return null;
  const last = checkedAt === null ? t("control.check.never") : formatMoment(checkedAt);
  return (
    <p className="board-tools">
      <span>{t("control.check.last", { at: last })}</span>
      {checkDueAt === null ? (
        <span className="record-quiet">{t("control.check.noInterval")}</span>
      ) : cause === "checkOverdue" || checkDueAt <= Date.now() ? (
        <State tone="critical" label={t("control.overdue", { at: formatMoment(checkDueAt) })} />
      ) : (
        <span className="num">{t("control.check.due", { at: formatMoment(checkDueAt) })}</span>
      )}
    </p>
  );
}

function Lockouts({ lockouts }: { lockouts: DeviceControlDetail["lockouts"] }) {
  const { t } = useTranslation("laboratory-boards");
  if (lockouts.length === 0) return null;
  return (
    <>
      <h3 className="board-subtitle">{t("control.lockouts")}</h3>
      <ul className="board-lockouts">
        {lockouts.map((one) => (
          <li key={one.lockoutId}>
            <span className="num">{formatMoment(one.beganAt)}</span> –{" "}
            <span className="num">
              {one.endedAt === null ? t("control.lasting") : formatMoment(one.endedAt)}
            </span>
            {" · "}
            {t(`control.cause.${one.cause}`)}
            {one.overrides.map((override) => (
              <p key={override.madeAt} className="record-quiet">
                {t("control.overrideBy", {
                  at: formatMoment(override.madeAt),
                  by: override.madeBy,
                  until: formatMoment(override.untilAt),
                  reason: override.reason,
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
