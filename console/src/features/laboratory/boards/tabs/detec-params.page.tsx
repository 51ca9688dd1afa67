import "../../../../resource/record.css";
import "../boards.css";
import { type BoardType, boardTypes } from "@tracewater/contract/laboratory/boards";
import Button from "antd/es/button";
import { Activity } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../../api/allowed.tsx";
import { useApi } from "../../../../api/use-api.ts";
import { QuickCommand } from "../../../../device/command-form/quick-command.tsx";
import { useOpenDevice } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { State } from "../../../../kit/state.tsx";
import { useResourceLabels } from "../../../../resource/page-resource.ts";
import { PermittedPage } from "../../../../resource/permitted-page.tsx";
import { ControlCard } from "../control-card.tsx";

/** By what this detector reads: its checks and settings, and the limits of each board type. */
export default function DetectionParametersPage() {
  return (
    <PermittedPage to="laboratory:boardType:list">
      <Parameters />
    </PermittedPage>
  );
}

const checks = { 0: ["notRun", "off"], 1: ["passed", "ok"], 2: ["failed", "critical"] } as const;

function Parameters() {
  const { t } = useTranslation("laboratory-boards");
  const open = useOpenDevice();
  const { latest } = open.device;
  const [isChecking, setIsChecking] = useState(false);
  const { data } = useApi(
    boardTypes.calls.list,
    { query: { pageSize: 100, status: "0" } },
    { handled: true },
  );
  const textOf = (identifier: string, unit = "") => {
    const value = latest[identifier]?.value;
    return value === undefined || value === null ? "—" : `${value}${unit === "" ? "" : ` ${unit}`}`;
  };
  const flagOf = (identifier: string) => {
    const value = latest[identifier]?.value;
    return value === undefined || value === null ? "—" : t(Number(value) === 1 ? "yes" : "no");
  };
  const checkOf = (identifier: string) => {
    const [key, tone] = checks[(latest[identifier]?.value ?? 0) as keyof typeof checks] ?? checks[0];
    return <State tone={tone} label={t(`check.${key}`)} />;
  };
  const calibrated = latest["calibratedAt"]?.value;
  const facts = [
    [t("device.lightCheck"), checkOf("lightCheck")],
    [t("device.lightSource"), textOf("lightSource", "%")],
    [t("device.cameraCheck"), checkOf("cameraCheck")],
    [t("device.calibrated"), typeof calibrated === "number" ? formatMoment(calibrated) : "—"],
    [t("device.boardTemp"), textOf("boardTemp", "°C")],
    [t("device.locked"), flagOf("locked")],
    [t("device.lockAfter"), textOf("lockAfter", "min")],
    [t("device.autoUpload"), flagOf("autoUpload")],
    [t("device.queue"), textOf("queueLength")],
    [t("device.operator"), textOf("operator")],
  ] as const;
  return (
    <div className="board-stack">
      <Allowed to="laboratory:boardTest:query">
        <ControlCard deviceId={open.device.id} />
      </Allowed>
      <Card
        title={t("device.checks")}
        extra={
          <Allowed to="device:handheld:command">
            <Button icon={<Activity size={15} />} onClick={() => setIsChecking(true)}>
              {t("device.selfCheck")}
            </Button>
          </Allowed>
        }
      >
        <dl className="record-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t("device.limits")} hint={t("device.limitsHint")}>
        <TypeLimits types={data?.rows ?? []} />
      </Card>
      {isChecking ? (
        <QuickCommand open={open} service="selfCheck" onClose={() => setIsChecking(false)} />
      ) : null}
    </div>
  );
}

function TypeLimits({ types }: { types: readonly BoardType[] }) {
  const { t } = useTranslation("laboratory-boards");
  const text = useResourceLabels(boardTypes);
  if (types.length === 0) return <p className="record-quiet">{t("none.typesText")}</p>;
  return (
    <div className="board-scroll">
      <table className="board-table">
        <thead>
          <tr>
            <th scope="col">{text("name")}</th>
            <th scope="col">{t("window")}</th>
            <th scope="col">{t("temperature")}</th>
            <th scope="col">{text("cutOff")}</th>
            <th scope="col">{text("channel")}</th>
            <th scope="col">{text("signal")}</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.typeId}>
              <td>{type.typeName}</td>
              <td className="num">
                {type.readFrom}–{type.readUntil} s
              </td>
              <td className="num">
                {type.tempLow}–{type.tempHigh} °C
              </td>
              <td className="num">
                {type.cutOff} {type.cutOffUnit}
              </td>
              <td>{text(`channel.${type.channel}`)}</td>
              <td>{text(`signal.${type.signal}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
