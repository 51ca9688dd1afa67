import type { FactorRow } from "@tracewater/contract/laboratory/factors";
import { History, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { State } from "../../../kit/state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useSources } from "./built-in-sources.ts";

export type FactorActions = { onEdit: (row: FactorRow) => void; onShow: (row: FactorRow) => void };

export function useFactorColumns(actions: FactorActions): Column<FactorRow>[] {
  const { t } = useTranslation("laboratory-factors");
  const analyteName = useAnalyteName();
  const sourcesOf = useSources();
  const column = (
    id: TextKey<"laboratory-factors", "column">,
    width: number,
    cell: Column<FactorRow>["cell"],
    more: Partial<Column<FactorRow>> = {},
  ): Column<FactorRow> => ({ id, label: t(`column.${id}`), width, cell, ...more });
  const number = (
    id: TextKey<"laboratory-factors", "column">,
    width: number,
    value: (row: FactorRow) => string | null,
  ) => column(id, width, (row) => <FactorValue value={value(row)} />, { align: "right" });
  return [
    column("analyte", 168, ({ analyte }) => analyteName(analyte), { required: true }),
    column("category", 136, ({ category }) => (category === null ? "—" : t(`category.${category}`))),
    column("parent", 160, ({ analyte }) => t(`parent.${analyte}`), { hiddenAtFirst: true }),
    number("excretedFraction", 116, ({ inForce }) => inForce.excretedFraction),
    number("factor", 132, ({ inForce }) => inForce.factor),
    number("doseMg", 112, ({ inForce }) => inForce.doseMg),
    column("source", 210, ({ inForce }) => {
      const { source } = sourcesOf(inForce);
      return <span title={source}>{source || "—"}</span>;
    }),
    column("trust", 120, (row) => <Trust row={row} />),
    column("version", 100, ({ inForce }) => (
      <span className="num">{t(inForce.isShipped ? "shipped" : "own", { version: inForce.version })}</span>
    )),
    column("createTime", 168, ({ inForce }) => <span className="num">{inForce.createTime}</span>, {
      hiddenAtFirst: true,
    }),
    actionsColumn(t("actions"), 96, (row) => <RowActions row={row} {...actions} />),
  ];
}

/** As it was entered, digit by digit. */
export function FactorValue({ value }: { value: string | null }) {
  return <span className="num">{value ?? "—"}</span>;
}

export function Trust({ row: { inForce } }: { row: Pick<FactorRow, "inForce"> }) {
  const { t } = useTranslation("laboratory-factors");
  if (inForce.factor === null) return <State tone="off" label={t("trust.none")} />;
  const tone = inForce.trust === "unverified" ? "warn" : inForce.trust === "own" ? "info" : "ok";
  return <State tone={tone} label={t(`trust.${inForce.trust}`)} />;
}

export function RowActions({ row, onEdit, onShow }: FactorActions & { row: FactorRow }) {
  const { t } = useTranslation("laboratory-factors");
  const name = useAnalyteName()(row.analyte);
  return (
    <span className="record-acts">
      <Allowed to="laboratory:factor:query">
        <IconButton label={t("drawer.open", { name, count: row.versions })} onClick={() => onShow(row)}>
          <History />
        </IconButton>
      </Allowed>
      <Allowed to="laboratory:factor:edit">
        <IconButton label={t("edit.open", { name })} opensRow onClick={() => onEdit(row)}>
          <Pencil />
        </IconButton>
      </Allowed>
    </span>
  );
}
