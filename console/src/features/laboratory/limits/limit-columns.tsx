import { assayLabels } from "@tracewater/contract/laboratory/assay-labels";
import type { LimitRow } from "@tracewater/contract/laboratory/limits";
import { History, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

export type LimitActions = { onEdit: (row: LimitRow) => void; onShow: (row: LimitRow) => void };

/** An analyte in its matrix, as a row is called. */
export function useRowName(): (row: Pick<LimitRow, "analyte" | "phase">) => string {
  const analyteName = useAnalyteName();
  const label = useResourceLabels({ labels: assayLabels });
  return ({ analyte, phase }) => `${analyteName(analyte)} · ${label(`phase.${phase}`)}`;
}

export function useLimitColumns(actions: LimitActions): Column<LimitRow>[] {
  const { t } = useTranslation("laboratory-limits");
  const analyteName = useAnalyteName();
  const label = useResourceLabels({ labels: assayLabels });
  const column = (
    id: TextKey<"laboratory-limits", "column">,
    width: number,
    cell: Column<LimitRow>["cell"],
    more: Partial<Column<LimitRow>> = {},
  ): Column<LimitRow> => ({ id, label: t(`column.${id}`), width, cell, ...more });
  return [
    column("analyte", 180, ({ analyte }) => analyteName(analyte), { required: true }),
    column("phase", 110, ({ phase }) => label(`phase.${phase}`)),
    column("value", 130, (row) => <LimitValue row={row} />, { align: "right", unit: "μg/L" }),
    column("source", 260, ({ inForce }) => <span title={inForce?.source}>{inForce?.source || "—"}</span>),
    column("whose", 150, (row) => <Whose row={row} />),
    column("createBy", 130, ({ inForce }) => inForce?.createBy ?? "—", { hiddenAtFirst: true }),
    column("createTime", 168, ({ inForce }) => <span className="num">{inForce?.createTime ?? "—"}</span>),
    actionsColumn(t("actions"), 96, (row) => <RowActions row={row} {...actions} />),
  ];
}

function LimitValue({ row }: { row: LimitRow }) {
  return <Quantity value={row.inForce?.value ?? null} />;
}

function Whose({ row: { inForce } }: { row: LimitRow }) {
  const { t } = useTranslation("laboratory-limits");
  if (inForce === null || inForce.value === null)
    return <State tone="off" shape="dash" label={t("noLimit")} />;
  const label = t(inForce.isCommon ? "common" : "own", { version: inForce.version });
  return <State tone={inForce.isCommon ? "ok" : "info"} label={label} />;
}

function RowActions({ row, onEdit, onShow }: LimitActions & { row: LimitRow }) {
  const { t } = useTranslation("laboratory-limits");
  const name = useRowName()(row);
  return (
    <span className="record-acts">
      {row.versions === 0 ? null : (
        <Allowed to="laboratory:limit:query">
          <IconButton label={t("drawer.open", { name, count: row.versions })} onClick={() => onShow(row)}>
            <History />
          </IconButton>
        </Allowed>
      )}
      <Allowed to="laboratory:limit:edit">
        <IconButton label={t("edit.open", { name })} opensRow onClick={() => onEdit(row)}>
          <Pencil />
        </IconButton>
      </Allowed>
    </span>
  );
}

/** A row on a phone. */
export function LimitCard(props: LimitActions & { row: LimitRow }) {
  const { row } = props;
  const name = useRowName()(row);
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{name}</strong>
        <Whose row={row} />
      </span>
      <span className="record-line">
        <Quantity value={row.inForce?.value ?? null} unit="μg/L" />
        <RowActions {...props} />
      </span>
      {row.inForce === null || row.inForce.source === "" ? null : (
        <span className="limit-quiet">{row.inForce.source}</span>
      )}
    </div>
  );
}
