import "./server-state.css";
import {
  getServerState,
  type ServerSample,
  type ServerState,
} from "@tracewater/contract/system/server-state";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { formatBytes } from "./bytes.ts";
import { Meter } from "./meter.tsx";
import { Trend } from "./trend.tsx";

const everyMs = 5_000;

/** How the platform is, now and over the last five minutes. */
export default function ServerStatePage() {
  const session = useSession();
  const may = hasPermission("monitor:server:list", session);
  const found = useApi(getServerState, {}, { everyMs, handled: true, enabled: may });
  if (!may) {
    return (
      <PageFrame>
        <Forbidden />
      </PageFrame>
    );
  }
  if (found.data === undefined) {
    return (
      <PageFrame>
        <Card>
          {found.error === null ? (
            <Loading lines={8} />
          ) : (
            <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
          )}
        </Card>
      </PageFrame>
    );
  }
  return <Shown state={found.data.data} />;
}

function Shown({ state }: { state: ServerState }) {
  const { t } = useTranslation("system-server-state");
  const { process, host } = state;
  return (
    <PageFrame
      title={t("title")}
      hint={`${host.name} · ${t("since", {
        version: process.version,
        node: process.nodeVersion,
        time: formatMoment(process.startedAt),
      })}`}
    >
      <Trends samples={state.samples} />
      <div className="server-columns">
        <Machine state={state} />
        <Store state={state} />
      </div>
    </PageFrame>
  );
}

function Trends({ samples }: { samples: readonly ServerSample[] }) {
  const { t } = useTranslation("system-server-state");
  const last = samples.at(-1);
  const of = (read: (sample: ServerSample) => number) =>
    samples.map((one) => ({ at: one.at, value: read(one) }));
  const megabyte = 1024 * 1024;
  return (
    <div className="server-trends">
      <Trend
        title={t("trend.cpu")}
        hint={t("trend.cpuHint")}
        points={of((one) => one.cpuPercent)}
        value={<Quantity value={last?.cpuPercent} unit="%" digits={1} />}
        min={20}
      />
      <Trend
        title={t("trend.memory")}
        hint={t("trend.memoryHint", { heap: formatBytes(last?.heapUsedBytes ?? 0) })}
        points={of((one) => one.residentBytes / megabyte)}
        value={<Quantity value={(last?.residentBytes ?? 0) / megabyte} unit="MB" digits={0} />}
        min={64}
      />
      <Trend
        title={t("trend.delay")}
        hint={t("trend.delayHint")}
        points={of((one) => one.loopDelayP99Ms)}
        value={<Quantity value={last?.loopDelayP99Ms} unit="ms" digits={1} />}
        min={20}
      />
      <Trend
        title={t("trend.devices")}
        hint={t("trend.devicesHint")}
        points={of((one) => one.connectedDevices)}
        value={<Quantity value={last?.connectedDevices} digits={0} />}
        min={4}
      />
    </div>
  );
}

function Machine({ state }: { state: ServerState }) {
  const { t } = useTranslation("system-server-state");
  const { host, disk, process, samples } = state;
  const memoryUsed = host.memoryTotalBytes - host.memoryFreeBytes;
  const diskUsed = disk.totalBytes - disk.freeBytes;
  return (
    <Card title={t("machine")} hint={host.system} ruled>
      <div className="server-meters">
        <Meter
          label={t("meter.cpu")}
          share={(samples.at(-1)?.hostCpuPercent ?? 0) / 100}
          text={t("meter.cpuText", {
            cores: host.cores,
            load: host.load.map((one) => one.toFixed(2)).join(" · "),
          })}
        />
        <Meter
          label={t("meter.memory")}
          share={memoryUsed / host.memoryTotalBytes}
          text={t("meter.of", { used: formatBytes(memoryUsed), total: formatBytes(host.memoryTotalBytes) })}
        />
        <Meter
          label={t("meter.disk")}
          share={diskUsed / disk.totalBytes}
          isBad={disk.freeBytes < disk.warnBelowBytes}
          text={t("meter.diskText", {
            free: formatBytes(disk.freeBytes),
            total: formatBytes(disk.totalBytes),
            warn: formatBytes(disk.warnBelowBytes),
          })}
        />
        <Meter
          label={t("meter.heap")}
          share={(samples.at(-1)?.heapUsedBytes ?? 0) / process.heapLimitBytes}
          text={t("meter.of", {
            used: formatBytes(samples.at(-1)?.heapUsedBytes ?? 0),
            total: formatBytes(process.heapLimitBytes),
          })}
        />
      </div>
      <dl className="server-facts">
        <Fact name={t("fact.node")} value={<span className="code">{state.node}</span>} isWide />
        <Fact name={t("fact.pid")} value={process.pid} />
        <Fact name={t("fact.uptime")} value={t("hours", { count: Math.floor(host.uptimeS / 3600) })} />
        <Fact name={t("fact.ffmpeg")} value={<Ffmpeg video={state.video} />} isWide />
      </dl>
    </Card>
  );
}

const ffmpegTones = { ready: "ok", outdated: "warn", missing: "warn", unusable: "critical" } as const;

/** What plays and checks videos, and how it is kept apart from the platform. */
function Ffmpeg({ video }: { video: ServerState["video"] }) {
  const { t } = useTranslation("system-server-state");
  const { condition, version, hasOwnUser, isOffline } = video;
  const kept = [
    t(hasOwnUser ? "ffmpeg.ownUser" : "ffmpeg.sameUser"),
    ...(isOffline ? [t("ffmpeg.offline")] : []),
  ];
  return (
    <>
      <State tone={ffmpegTones[condition]} label={t(`ffmpeg.${condition}`, { version })} />
      {version !== null && <span className="server-fact-more">{kept.join(" · ")}</span>}
    </>
  );
}

const conditions = { up: "ok", full: "warn", away: "critical" } as const;

function Store({ state }: { state: ServerState }) {
  const { t } = useTranslation("system-server-state");
  const { condition, kind, facts } = state.store;
  const max = facts?.tables[0]?.sizeBytes ?? 1;
  return (
    <Card
      title={t("store")}
      hint={facts === null ? t(`kind.${kind}`) : `PostgreSQL ${facts.version} · ${t(`kind.${kind}`)}`}
      extra={<State tone={conditions[condition]} label={t(`condition.${condition}`)} />}
      ruled
    >
      {facts === null ? (
        <p>{t("storeAway")}</p>
      ) : (
        <>
          <dl className="server-facts">
            <Fact name={t("fact.size")} value={formatBytes(facts.sizeBytes)} />
            <Fact
              name={t("fact.connections")}
              value={t("fact.connectionsOf", {
                open: facts.connections,
                active: facts.activeConnections,
                most: facts.mostConnections,
              })}
            />
            <Fact
              name={t("fact.cache")}
              value={<Quantity value={facts.cacheHitPercent} unit="%" digits={1} />}
            />
            <Fact name={t("fact.devices")} value={state.devices.connectedAnywhere ?? "—"} />
          </dl>
          <table className="server-tables">
            <thead>
              <tr>
                <th scope="col">{t("table.name")}</th>
                <th scope="col">{t("table.rows")}</th>
                <th scope="col">{t("table.size")}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {facts.tables.map((table) => (
                <tr key={table.name}>
                  <th scope="row" className="code">
                    {table.name}
                  </th>
                  <td>
                    <Quantity value={table.rows} digits={0} />
                  </td>
                  <td>{formatBytes(table.sizeBytes)}</td>
                  <td className="server-table-share" aria-hidden="true">
                    <span style={{ width: `${Math.max(1, (100 * table.sizeBytes) / max)}%` }} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  );
}

function Fact({ name, value, isWide }: { name: string; value: ReactNode; isWide?: boolean }) {
  return (
    <div className={isWide ? "server-fact-wide" : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
