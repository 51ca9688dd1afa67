import type { ReplyOf } from "@tracewater/contract/call";
import type { getPointDetails } from "@tracewater/contract/field/point-details";
import { listWorkOrders } from "@tracewater/contract/field/work-orders";
import { familyKey } from "@tracewater/contract/fleet/families";
import { planLabels } from "@tracewater/contract/laboratory/plan-labels";
import { listPlans } from "@tracewater/contract/laboratory/plans";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { listReports } from "@tracewater/contract/laboratory/reports";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { formatDay, formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";
import { devicePlace } from "../../../pickers/alarm-labels.tsx";
import { SampleStateMark } from "../../../pickers/sample-labels.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const shown = 5;

type Of = { pointId: number; code: string };
type Line = { key: string; to: string; name: string; state: ReactNode; note: string };

/** The newest few records of one kind at a point, and the way to all of them. */
function Records(props: {
  section: string;
  title: string;
  all: string | null;
  lines: readonly Line[] | undefined;
  total: number;
  none: string;
}) {
  const { t } = useTranslation("field-sampling-points");
  const { title, all, lines, total } = props;
  return (
    <Card
      title={title}
      section={props.section}
      hint={total === 0 ? undefined : String(total)}
      extra={all === null || total === 0 ? null : <PathLink to={all}>{t("records.all")}</PathLink>}
    >
      {lines === undefined ? null : lines.length === 0 ? (
        <p className="point-quiet">{props.none}</p>
      ) : (
        <ul className="point-record-lines">
          {lines.map((line) => (
            <li key={line.key}>
              <PathLink className="code" to={line.to}>
                {line.name}
              </PathLink>
              <span className="point-quiet num">{line.note}</span>
              {line.state}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function PointSamples({ pointId, code }: Of) {
  const { t } = useTranslation("field-sampling-points");
  const may = hasPermission("laboratory:sampling:list", useSession());
  const { data } = useApi(
    listSamplings,
    { query: { pointId, pageSize: shown } },
    { handled: true, enabled: may },
  );
  if (!may) return null;
  return (
    <Records
      section="samples"
      title={t("records.samples")}
      all={`/waterSampling/water?keyword=${encodeURIComponent(code)}`}
      total={data?.total ?? 0}
      none={t("records.noSamples")}
      lines={data?.rows.map((row) => ({
        ...{ key: row.sampleNo, name: row.sampleNo, to: `/samplingDetail/${row.samplingId}` },
        ...{ note: formatMoment(row.began), state: <SampleStateMark state={row.state} /> },
      }))}
    />
  );
}

export function PointPlans({ pointId, code }: Of) {
  const { t } = useTranslation("field-sampling-points");
  const label = useResourceLabels({ labels: planLabels });
  const may = hasPermission("laboratory:plan:list", useSession());
  const { data } = useApi(
    listPlans,
    { query: { pointId, pageSize: shown } },
    { handled: true, enabled: may },
  );
  if (!may) return null;
  return (
    <Records
      section="plans"
      title={t("records.plans")}
      all={`/samplePoint/plan?keyword=${encodeURIComponent(code)}`}
      total={data?.total ?? 0}
      none={t("records.noPlans")}
      lines={data?.rows.map((row) => ({
        ...{ key: row.planNo, name: row.planNo, to: `/samplePoint/plan?id=${row.planId}` },
        note: `${formatDay(row.startsAt)} – ${formatDay(row.endsAt)}`,
        state: <State tone={row.state === "running" ? "ok" : "off"} label={label(`state.${row.state}`)} />,
      }))}
    />
  );
}

export function PointReports({ pointId }: { pointId: number }) {
  const { t } = useTranslation("field-sampling-points");
  const label = useResourceLabels({ labels: reportLabels });
  const may = hasPermission("laboratory:report:list", useSession());
  const { data } = useApi(
    listReports,
    { query: { pointId, pageSize: shown } },
    { handled: true, enabled: may },
  );
  if (!may) return null;
  return (
    <Records
      section="reports"
      title={t("records.reports")}
      all={`/report/report?pointId=${pointId}`}
      total={data?.total ?? 0}
      none={t("records.noReports")}
      lines={data?.rows.map((row) => ({
        ...{ key: String(row.reportId), name: t("records.report", { id: row.reportId }) },
        ...{ to: `/report/samplePointDetail?id=${row.reportId}`, note: `${row.from} – ${row.until}` },
        state: <State tone={row.state === "done" ? "ok" : "off"} label={label(`state.${row.state}`)} />,
      }))}
    />
  );
}

export function PointOrders({ pointId, code }: Of) {
  const { t } = useTranslation("field-sampling-points");
  const localized = useLocalized();
  const may = hasPermission("field:workOrder:list", useSession());
  const { data } = useApi(
    listWorkOrders,
    { query: { pointId, pageSize: shown } },
    { handled: true, enabled: may },
  );
  if (!may) return null;
  return (
    <Records
      section="orders"
      title={t("records.orders")}
      all={`/work/work?keyword=${encodeURIComponent(code)}`}
      total={data?.total ?? 0}
      none={t("records.noOrders")}
      lines={data?.rows.map((row) => ({
        ...{ key: row.orderNo, name: row.orderNo, to: `/work/edit/${row.orderId}` },
        note: localized({ en: row.title, zh: row.titleZh }),
        state: (
          <State
            tone={
              row.state === "done" || row.state === "verified"
                ? "ok"
                : row.state === "cancelled"
                  ? "off"
                  : "info"
            }
            label={t(`records.order.${row.state}`)}
          />
        ),
      }))}
    />
  );
}

type Device = ReplyOf<typeof getPointDetails>["data"]["devices"][number];

/** The devices that are there, then those that were. */
export function PointDevices({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation("field-sampling-points");
  return (
    <Records
      section="devices"
      title={t("devices.title")}
      all={null}
      total={devices.filter((one) => one.until === null).length}
      none={t("devices.none")}
      lines={devices.slice(0, 2 * shown).map((one) => ({
        ...{ key: `${one.deviceId} ${one.since}`, name: one.deviceName, to: pathOf(one) },
        note: `${formatDay(one.since)} – ${one.until === null ? "" : formatDay(one.until)}`,
        state: one.until === null ? <State tone="ok" label={t("devices.there")} /> : null,
      }))}
    />
  );
}

function pathOf({ typeKey, deviceId, deviceName }: Device): string {
  const family = familyKey.safeParse(typeKey).data;
  return family === undefined ? "/index" : devicePlace({ typeKey: family, deviceId, deviceName });
}
