import type { InstrumentFileRow } from "@tracewater/contract/laboratory/instrument-files";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { Cell, Ending, Given } from "./instrument-file-cells.tsx";

const placed = [
  "sampleNo",
  "bodyCode",
  "sampledOn",
  "pointCode",
  "analyte",
  "value",
  "flag",
  "lod",
  "loq",
  "recovery",
  "uncertainty",
];

export function useInstrumentFileColumns(): Column<InstrumentFileRow>[] {
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  return [...sampleColumns(t, label), ...resultColumns(t, label), ...qualityColumns(t, label)];
}

type Translate = TFunction<"laboratory-assay-sheets">;
type LabelOf = (key: string) => string;

/** The row of the file, what becomes of it, and the sample that it is about. */
function sampleColumns(t: Translate, label: LabelOf): Column<InstrumentFileRow>[] {
  return [
    {
      id: "row",
      label: t("col.row"),
      width: 64,
      align: "right",
      required: true,
      cell: (row) => <span className="num">{row.row}</span>,
    },
    {
      id: "ending",
      label: t("col.ending"),
      width: 116,
      required: true,
      cell: (row) => <Ending row={row} />,
    },
    {
      id: "sample",
      label: t("col.sample"),
      width: 168,
      required: true,
      cell: (row) => (
        <Cell row={row} fields={["sampleNo", "bodyCode"]}>
          <span className="code">{row.sampleNo || row.bodyCode || "—"}</span>
        </Cell>
      ),
    },
    {
      id: "sampledOn",
      label: label("sampledOn"),
      width: 128,
      cell: (row) => (
        <Cell row={row} fields={["sampledOn"]}>
          <span className="num">{row.sampledOn || "—"}</span>
        </Cell>
      ),
    },
    {
      id: "pointCode",
      label: t("col.point"),
      width: 128,
      cell: (row) => (
        <Cell row={row} fields={["pointCode"]}>
          <span className="code">{row.pointCode || "—"}</span>
        </Cell>
      ),
    },
  ];
}

/** The analyte and its value: as it is in the file, and as it is stored. */
function resultColumns(t: Translate, label: LabelOf): Column<InstrumentFileRow>[] {
  return [
    {
      id: "analyte",
      label: label("analyte"),
      width: 176,
      required: true,
      cell: (row) => (
        <Cell row={row} fields={["analyte"]}>
          {row.analyte === null ? row.analyteGiven || "—" : label(`analyte.${row.analyte}`)}
        </Cell>
      ),
    },
    {
      id: "given",
      label: t("col.given"),
      width: 148,
      align: "right",
      required: true,
      cell: (row) => (
        <Cell row={row} fields={["value"]}>
          <Given row={row} />
        </Cell>
      ),
    },
    {
      id: "value",
      label: label("value"),
      unit: "μg/L",
      width: 116,
      align: "right",
      required: true,
      cell: (row) => <Quantity value={row.value} />,
    },
    {
      id: "flag",
      label: label("flag"),
      width: 136,
      cell: (row) => (
        <Cell row={row} fields={["flag"]}>
          {row.flag === null ? "—" : label(`flag.${row.flag}`)}
        </Cell>
      ),
    },
  ];
}

/** The limits of the method, the uncertainty and the recovery. */
function qualityColumns(t: Translate, label: LabelOf): Column<InstrumentFileRow>[] {
  return [
    concentrationColumn("lod", label("lod"), 100, true),
    concentrationColumn("loq", label("loq"), 108),
    concentrationColumn("uncertainty", "U", 100, true),
    {
      id: "recovery",
      label: t("col.recovery"),
      unit: "%",
      width: 92,
      align: "right",
      cell: (row) => (
        <Cell row={row} fields={["recovery"]}>
          <Quantity value={row.recovery} />
        </Cell>
      ),
    },
  ];
}

function concentrationColumn(
  id: "lod" | "loq" | "uncertainty",
  label: string,
  width: number,
  hiddenAtFirst = false,
): Column<InstrumentFileRow> {
  return {
    id,
    label,
    unit: "μg/L",
    width,
    align: "right",
    hiddenAtFirst,
    cell: (row) => (
      <Cell row={row} fields={[id]}>
        <Quantity value={row[id]} />
      </Cell>
    ),
  };
}

/** A row on a phone. */
export function InstrumentFileRowCard({ row }: { row: InstrumentFileRow }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{row.analyte === null ? row.analyteGiven || "—" : label(`analyte.${row.analyte}`)}</strong>
        <Ending row={row} />
      </span>
      <span className="record-line">
        <span>
          <Given row={row} /> → <Quantity value={row.value} unit="μg/L" />
        </span>
        <span>{row.flag === null ? "" : label(`flag.${row.flag}`)}</span>
      </span>
      <span className="record-quiet">
        {t("col.row")} {row.row} · {row.sampleNo || row.bodyCode} · {row.sampledOn}
      </span>
      {row.faults.map((one) => (
        <em key={`${one.field} ${one.message}`} className="sheet-fault">
          {placed.includes(one.field) ? `${t(`role.${one.field}`, one.field)}: ` : ""}
          {one.message}
        </em>
      ))}
    </div>
  );
}
