import { boxUseLabels } from "@tracewater/contract/evidence/box-use-labels";
import type { BoxUse, BoxUseKind } from "@tracewater/contract/evidence/box-uses";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";

const tones: Record<BoxUseKind, Tone> = {
  opened: "info",
  forced: "critical",
  leftOpen: "warn",
  wrongItem: "major",
  weightChange: "major",
};

function useBoxUseLabels() {
  const localized = useLocalized();
  return localized(boxUseLabels);
}

function Kind({ of }: { of: BoxUseKind }) {
  const labels = useBoxUseLabels();
  return <State tone={tones[of]} label={labels[`kind.${of}`]} variant="plain" />;
}

/** What the weight says of an opening; of a wrong item what was to be there. */
function Movement({ row }: { row: BoxUse }) {
  const { t } = useTranslation("evidence-boxes");
  const labels = useBoxUseLabels();
  if (row.kind === "wrongItem")
    return <span>{t("use.instead", { expected: row.expected ?? "—", found: row.found ?? "—" })}</span>;
  if (row.movement === null) return <span>—</span>;
  return (
    <span className="box-movement">
      {labels[`movement.${row.movement}`]}
      {row.movement === "none" ? null : <Quantity value={Math.abs(row.change ?? 0)} unit="g" />}
    </span>
  );
}

export function useBoxUseColumns(): Column<BoxUse>[] {
  const labels = useBoxUseLabels();
  const column = (
    id: keyof typeof labels & keyof BoxUse,
    width: number,
    cell: Column<BoxUse>["cell"],
    more: Partial<Column<BoxUse>> = {},
  ): Column<BoxUse> => ({ id, label: labels[id], width, cell, ...more });
  const moment = (at: number | null) => <span className="num">{formatMoment(at)}</span>;
  return [
    column("at", 190, (row) => moment(row.at), { required: true }),
    column("kind", 160, (row) => <Kind of={row.kind} />),
    column("slot", 80, (row) => <span className="num">{row.slot ?? "—"}</span>),
    column("authority", 140, (row) => <span className="code">{row.authority ?? "—"}</span>),
    column("personA", 130, (row) => row.personA ?? "—"),
    column("personB", 130, (row) => row.personB ?? "—"),
    column("movement", 170, (row) => <Movement row={row} />),
    column("weightBefore", 120, (row) => <Quantity value={row.weightBefore} unit="g" />),
    column("weightAfter", 120, (row) => <Quantity value={row.weightAfter} unit="g" />),
    column("closedAt", 190, (row) => moment(row.closedAt)),
    column("seconds", 100, (row) => <Quantity value={row.seconds} unit="s" />),
  ];
}

/** A use on a phone. */
export function BoxUseCard({ row }: { row: BoxUse }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <Kind of={row.kind} />
        <span className="num">{formatMoment(row.at)}</span>
      </span>
      <span className="record-line">
        <span>{[row.personA, row.personB].filter(Boolean).join(" · ") || "—"}</span>
        <span className="code">{row.authority}</span>
      </span>
      <span className="record-line record-quiet">
        <Movement row={row} />
        {row.slot === null ? null : <span className="num">#{row.slot}</span>}
      </span>
    </div>
  );
}
