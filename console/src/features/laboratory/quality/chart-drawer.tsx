import {
  type ControlChart,
  exportControlChart,
  getControlChart,
} from "@tracewater/contract/laboratory/analytical-batches";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import { Download, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { saveFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { chartUnitOf } from "./chart-unit.ts";
import { type Chart, ControlPlot, ruleName, toneOf } from "./control-plot.tsx";
import { LimitsDialog } from "./limits-dialog.tsx";
import { MethodUncertaintyPart } from "./method-uncertainty-part.tsx";

/** One control chart with its table and its downloads. */
export function ChartDrawer({ chart, onClose }: { chart: ControlChart; onClose: () => void }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const [isSetting, setIsSetting] = useState(false);
  const { unitId, kind, analyte, method, instrument, material } = chart;
  const query = { unitId, kind, analyte, method, instrument, material };
  const { data, error, refetch } = useApi(getControlChart, { query }, { handled: true });
  const save = (format: "csv" | "xlsx") =>
    void saveFile(exportControlChart, { query: { ...query, format } }).catch(() => undefined);
  const buttons = (
    <span className="quality-buttons">
      <Allowed to="laboratory:batch:edit">
        <Button icon={<SlidersHorizontal size={15} />} onClick={() => setIsSetting(true)}>
          {t("act.limits")}
        </Button>
      </Allowed>
      <Allowed to="laboratory:batch:export">
        {(["csv", "xlsx"] as const).map((format) => (
          <Button key={format} icon={<Download size={15} />} onClick={() => save(format)}>
            {format}
          </Button>
        ))}
      </Allowed>
    </span>
  );
  return (
    <Drawer
      open
      size={1000}
      title={`${label(`analyte.${analyte}`)} · ${material || t(`chartKinds.${kind}`)}`}
      onClose={onClose}
    >
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? (
        error === null ? (
          <Loading lines={8} />
        ) : null
      ) : (
        <>
          <Content chart={data.data} buttons={buttons} />
          <MethodUncertaintyPart chart={chart} />
        </>
      )}
      {isSetting && data !== undefined ? (
        <LimitsDialog chart={data.data} onClose={() => setIsSetting(false)} />
      ) : null}
    </Drawer>
  );
}

function Content({ chart, buttons }: { chart: Chart; buttons: ReactNode }) {
  const { t } = useTranslation("laboratory-quality");
  const { limits, instrument, method } = chart;
  return (
    <>
      {buttons}
      <p className="quality-quiet">
        {instrument} · {method} ·{" "}
        {limits === null
          ? t("noLimits")
          : t("limitsOf", {
              mean: Number(limits.mean.toPrecision(4)),
              deviation: Number(limits.deviation.toPrecision(4)),
              since: limits.since,
              by: limits.by,
              unit: chartUnitOf(chart.kind),
            })}
        {limits?.isProvisional ? ` · ${t("provisional")}` : ""}
      </p>
      <ControlPlot chart={chart} />
      <PointTable points={chart.points} unit={chartUnitOf(chart.kind)} />
      <p className="quality-quiet">{t("rules")}</p>
    </>
  );
}

type Point = Chart["points"][number];

function PointTable({ points, unit }: { points: Chart["points"]; unit: string }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const broken = (one: Point) =>
    one.rules.length === 0 ? (
      "—"
    ) : (
      <State tone={toneOf(one.rules)} label={one.rules.map(ruleName).join(", ")} />
    );
  const columns: Column<Point>[] = [
    {
      ...{ id: "batchNo", label: label("batchNo"), width: 140 },
      cell: (one) => (
        <PathLink className="code" to={`/laboratory/batch?id=${one.batchId}`}>
          {one.batchNo}
        </PathLink>
      ),
    },
    {
      id: "at",
      label: t("runAt"),
      width: 170,
      cell: (one) => <span className="num">{formatMoment(one.at)}</span>,
    },
    {
      ...{ id: "value", label: label("value"), unit, width: 110, align: "right" },
      cell: (one) => <Quantity value={one.value} />,
    },
    {
      ...{ id: "z", label: "z", width: 80, align: "right" },
      cell: (one) => <Quantity value={one.z} digits={2} />,
    },
    { id: "rules", label: t("broken"), width: 160, cell: broken },
  ];
  return (
    <DataTable
      id="control_points"
      columns={columns}
      rows={points.toReversed()}
      rowKey={(one) => `${one.batchId} ${one.at} ${one.value}`}
      cards={(one) => (
        <div className="record-card">
          <span className="record-line">
            <span className="code">{one.batchNo}</span>
            <Quantity value={one.value} unit={unit} />
          </span>
          <span className="record-line quality-quiet">
            <span className="num">{formatMoment(one.at)}</span>
            {broken(one)}
          </span>
        </div>
      )}
    />
  );
}
