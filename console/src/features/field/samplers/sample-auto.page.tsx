import "./samplers.css";
import "./records/records.css";
import { type AutoSampling, listAutoSamplings } from "@tracewater/contract/field/samplers";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import Segmented from "antd/es/segmented";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DayField } from "../../../kit/day-field.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMinute, formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PlanLink } from "../../../pickers/plan-link.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { dayEnd, dayStart } from "./records/days.ts";
import { useSamplingLabels } from "./records/sampling-labels.ts";
import { useSampler, useTabPath } from "./use-sampler.ts";

const filterNames = ["only", "from", "until"] as const;

/** What went into which bottle, as the sampler reported it. */
export default function SampleAutoPage() {
  const device = useSampler();
  return device === undefined ? <Loading lines={10} /> : <AutoSamplings device={device} />;
}

function AutoSamplings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("field-samplers");
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const { only, from, until } = filters.values;
  const query = {
    deviceName: device.deviceName,
    ...(only === "missed" ? { only: "missed" as const } : {}),
    ...(from === "" ? {} : { beginTime: dayStart(from) }),
    ...(until === "" ? {} : { endTime: dayEnd(until) }),
    pageNum: filters.page,
    pageSize: filters.size,
  };
  const found = useApi(listAutoSamplings, { query }, { keepPrevious: true, handled: true });
  const columns = useColumns();
  const day = (name: "from" | "until") => (
    <DayField
      label={t(`auto.${name}`)}
      value={filters.values[name]}
      onChange={(chosen) => change({ values: { [name]: chosen } })}
    />
  );
  return (
    <Card flush className="sampler-records">
      <div className="sampler-bar sampler-bar-padded">
        <Segmented
          value={only === "missed" ? "missed" : "all"}
          onChange={(value) => change({ values: { only: value === "missed" ? "missed" : "" } })}
          options={[
            { value: "all", label: t("auto.all") },
            { value: "missed", label: t("auto.withMissed") },
          ]}
        />
        {day("from")}
        {day("until")}
      </div>
      <QueryRows
        isFiltered={isFiltered}
        found={found}
        id="auto_sampling"
        columns={columns}
        rowKey={(row) => `${row.began} ${row.slot}`}
        empty={
          <EmptyState title={t(isFiltered ? "auto.noneFound" : "auto.none")} text={t("auto.noneText")} />
        }
        cards={(row) => <SamplingCard row={row} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
      {found.data?.isMore ? <p className="sampler-note">{t("auto.isMore")}</p> : null}
    </Card>
  );
}

function useColumns(): Column<AutoSampling>[] {
  const { t } = useTranslation("field-samplers");
  const { reasonOf, triggerOf } = useSamplingLabels();
  const pathTo = useTabPath();
  return [
    {
      ...{ id: "began", label: t("auto.began"), width: 190, required: true },
      cell: (row) => (
        <PathLink to={pathTo(`sample_auto/detail/${row.began}`)}>{formatMoment(row.began)}</PathLink>
      ),
    },
    {
      ...{ id: "ended", label: t("auto.ended"), width: 90 },
      cell: (row) => <span className="num">{formatMinute(row.ended)}</span>,
    },
    { id: "slot", label: t("auto.slot"), width: 70, align: "right", cell: (row) => row.slot },
    {
      ...{ id: "bottle", label: t("auto.bottle"), width: 140 },
      cell: (row) => <span className="code">{row.bodyCode ?? "—"}</span>,
    },
    { id: "trigger", label: t("auto.trigger"), width: 110, cell: (row) => triggerOf(row.trigger) },
    { ...{ id: "plan", label: t("auto.plan"), width: 130 }, cell: (row) => <PlanLink plan={row.plan} /> },
    {
      ...{ id: "aliquots", label: t("auto.aliquots"), width: 190 },
      cell: (row) => <Taken row={row} reasonOf={reasonOf} />,
    },
    {
      ...{ id: "volume", label: t("auto.volume"), unit: "mL", width: 110, align: "right" },
      cell: (row) => <Quantity value={row.volume} digits={0} />,
    },
    {
      ...{ id: "boxTemp", label: t("auto.boxTemp"), unit: "°C", width: 150, align: "right" },
      cell: (row) => <BoxTemps row={row} />,
    },
  ];
}

function Taken({ row, reasonOf }: { row: AutoSampling; reasonOf: (reason: string) => string }) {
  const { t } = useTranslation("field-samplers");
  const text = t("auto.takenOf", { taken: row.taken, planned: row.planned });
  if (row.missed === 0) return <State tone="ok" label={text} />;
  const why = row.reasons.map((one) => `${one.count} × ${reasonOf(one.reason)}`).join(", ");
  return <State tone="warn" label={`${text} · ${why}`} />;
}

function BoxTemps({ row }: { row: AutoSampling }) {
  const isWarm = row.boxTempMax !== null && row.boxTempMax > 8;
  return (
    <span className={isWarm ? "num sampler-critical" : "num"}>
      <Quantity value={row.boxTempMean} digits={1} /> / <Quantity value={row.boxTempMax} digits={1} />
    </span>
  );
}

function SamplingCard({ row }: { row: AutoSampling }) {
  const { t } = useTranslation("field-samplers");
  const { reasonOf } = useSamplingLabels();
  const pathTo = useTabPath();
  return (
    <div className="sampler-card">
      <span className="sampler-card-line">
        <PathLink to={pathTo(`sample_auto/detail/${row.began}`)}>{formatMoment(row.began)}</PathLink>
        <Taken row={row} reasonOf={reasonOf} />
      </span>
      <span className="sampler-card-line sampler-small">
        <span>
          {t("bottles.slot", { slot: row.slot })} · <span className="code">{row.bodyCode ?? "—"}</span>
        </span>
        <Quantity value={row.volume} digits={0} unit="mL" />
      </span>
    </div>
  );
}
