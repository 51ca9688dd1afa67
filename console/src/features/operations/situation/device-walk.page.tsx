import "./situation.css";
import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { listDevices } from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Switch from "antd/es/switch";
import { ChartSpline } from "lucide-react";
import { useEffect, useReducer } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { changeUserChoices, useUserChoices } from "../../../api/user-choices.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useRouteTitle } from "../../../kit/route-metadata.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { firstSituation, situationAfter } from "./situation-state.ts";
import { WalkChart } from "./walk-chart.tsx";

/** How long a device is shown before the demo goes on. */
const restMs = 8000;

/** The samplers one after the other; demo mode walks through them by itself and is remembered per user. */
export default function DeviceWalkPage() {
  return (
    <PermittedPage to="device:sampler:list">
      <DeviceWalk />
    </PermittedPage>
  );
}

function DeviceWalk() {
  const { t } = useTranslation("operations-situation");
  const title = useRouteTitle();
  const userName = useSession()?.user.userName ?? "";
  const { demoMode } = useUserChoices(userName);
  const input = { params: { family: "waterSample" as const }, query: { pageNum: 1, pageSize: 50 } };
  const found = useApi(listDevices, input, { everyMs: 30_000, handled: true });
  const rows = found.data?.rows;
  const [state, step] = useReducer(situationAfter, firstSituation);
  const ids = (rows ?? []).map((row) => row.id).join(",");
  useEffect(() => {
    if (!demoMode || ids === "") return step({ do: "stop" });
    const walked = ids.split(",").map(Number);
    step({ do: "start", ids: walked, chance: Math.random() });
    const timer = setInterval(() => step({ do: "next", ids: walked, chance: Math.random() }), restMs);
    return () => clearInterval(timer);
  }, [demoMode, ids]);
  if (found.error !== null && rows === undefined) {
    return <ErrorBox error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (rows === undefined) return <Loading lines={6} />;
  const device = rows.find((row) => row.id === state.startDeviceId) ?? rows[0];
  return (
    <PageFrame>
      <header className="situation-head">
        <h1>{title}</h1>
        <span>
          {t("demo")}{" "}
          <Switch
            aria-label={t("demo")}
            checked={demoMode}
            onChange={(on) => changeUserChoices(userName, { demoMode: on })}
          />
        </span>
        <Button
          icon={<ChartSpline size={16} />}
          aria-pressed={state.isShowEchart}
          onClick={() => step({ do: "charts", shown: !state.isShowEchart })}
        >
          {t("chart")}
        </Button>
        <a href="/visual">{t("back")}</a>
      </header>
      {device === undefined ? (
        <EmptyState title={t("none")} />
      ) : (
        <Card title={device.nickname || device.deviceName}>
          <DetailList device={device} place={state.alreadyStartId.length} all={rows.length} />
          {state.isShowEchart ? <WalkChart key={device.id} device={device} /> : null}
        </Card>
      )}
    </PageFrame>
  );
}

function DetailList({ device, place, all }: { device: DeviceRow; place: number; all: number }) {
  const { t } = useTranslation("operations-situation");
  const facts = [
    [t("device"), device.deviceName],
    [t("unit"), device.unitName],
    [t("point"), device.pointName ?? "—"],
    [t("state"), t(`connection.${device.connection.state}`)],
    [t("lastValue"), formatMoment(device.lastValueAt)],
    ...(place === 0 ? [] : [[t("round"), `${place} / ${all}`]]),
  ];
  return (
    <dl className="situation-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
