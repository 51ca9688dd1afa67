import { loadWords } from "@tracewater/contract/laboratory/load-words";
import type { Load } from "@tracewater/contract/laboratory/loads";
import Popover from "antd/es/popover";
import { Sigma, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { rounded } from "../../../charts/day-bars.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

export function useLoadColumns(onShow: (row: Load) => void): Column<Load>[] {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  const number = (
    id: string,
    [label, unit]: [string, string | undefined],
    width: number,
    value: (row: Load) => number | string | null,
  ): Column<Load> => ({
    ...{ id, label, unit, width, align: "right" },
    cell: (row) => <Quantity value={numberOf(value(row))} />,
  });
  return [
    {
      ...{ id: "sampledOn", label: word("sampledOn"), width: 112, sortKey: undefined, required: true },
      cell: (row) => <span className="num">{row.sampledOn}</span>,
    },
    {
      ...{ id: "pointName", label: word("pointName"), width: 152 },
      cell: (row) => <span title={row.pointCode}>{row.pointName}</span>,
    },
    {
      ...{ id: "analyte", label: word("analyte"), width: 130, required: true },
      cell: (row) => word(`analyte.${row.analyte}`),
    },
    {
      ...{ id: "concentration", label: t("concentration"), unit: "μg/L", width: 136, align: "right" },
      cell: (row) => <Used row={row} />,
    },
    number("flow", [word("flow"), "m³/d"], 92, (row) => row.flow),
    number("load", [word("load"), "mg/d"], 92, (row) => row.load),
    {
      ...{ id: "per1000", label: t("per1000"), unit: "mg/d", width: 150, align: "right" },
      cell: (row) => <Per1000 row={row} />,
    },
    number("consumption", [t("consumption"), "mg/d"], 184, (row) => row.consumption),
    number("doses", [t("doses"), undefined], 108, (row) => row.doses),
    {
      ...number("population", [word("population"), undefined], 110, (row) => row.population),
      hiddenAtFirst: true,
    },
    {
      ...{ id: "madeAt", label: word("madeAt"), width: 168, hiddenAtFirst: true },
      cell: (row) => <span className="num">{row.madeAt}</span>,
    },
    {
      ...{ id: "actions", label: t("actions"), width: 88, headless: true, required: true },
      ...{ fixed: "right" as const, align: "right" as const },
      cell: (row) => <RowEnd row={row} onShow={onShow} />,
    },
  ];
}

/** Computed figures are drawn at six digits; all of them stand in the drawer and in the sheet. */
function numberOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

function Used({ row }: { row: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  if (row.substituted === "0") return <Quantity value={row.concentration} />;
  const rule = word(`substitution.${row.substitution}`);
  return (
    <span title={t("substituted", { rule })} className="load-quiet">
      <Quantity value={row.concentration} flag="LOQ" />
    </span>
  );
}

/** Value and uncertainty together. */
function Per1000({ row, unit }: { row: Load; unit?: string }) {
  const value = numberOf(row.per1000);
  const u = value === null || row.expanded === null ? null : (value * row.expanded) / 100;
  return (
    <strong className="load-value">
      <Quantity
        value={value === null ? null : rounded(value)}
        uncertainty={u === null ? null : rounded(u)}
        unit={unit}
      />
    </strong>
  );
}

function RowEnd({ row, onShow }: { row: Load; onShow: (row: Load) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  return (
    <span className="load-row-end">
      <Notes row={row} />
      <IconButton label={t("act.show", { name: word(`analyte.${row.analyte}`) })} onClick={() => onShow(row)}>
        <Sigma />
      </IconButton>
    </span>
  );
}

/** What has to be said beside the number. */
function Notes({ row }: { row: Load }) {
  const { t } = useTranslation("laboratory-loads");
  const notes = [
    ...(row.isStale ? [t("staleText")] : []),
    ...row.warnings.map((warning) => t(`warning.${warning}`)),
  ];
  if (notes.length === 0) return null;
  return (
    <Popover
      trigger={["hover", "focus", "click"]}
      placement="left"
      title={row.isStale ? t("stale") : t("warnings")}
      content={
        <ul className="load-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      }
    >
      <button
        type="button"
        className={row.isStale ? "load-warning load-stale" : "load-warning"}
        aria-label={notes.join(" ")}
      >
        <TriangleAlert size={16} />
      </button>
    </Popover>
  );
}

/** A load on a phone. */
export function LoadCard({ row, onShow }: { row: Load; onShow: (row: Load) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{word(`analyte.${row.analyte}`)}</strong>
        {row.isStale ? <State tone="warn" label={t("stale")} /> : null}
      </span>
      <span className="record-line">
        <span className="load-quiet">{t("per1000")}</span>
        <Per1000 row={row} unit="mg/d" />
      </span>
      <span className="record-line load-quiet">
        <span>
          {row.sampledOn} · {row.pointName}
        </span>
        <RowEnd row={row} onShow={onShow} />
      </span>
    </div>
  );
}
