import {
  listProficiencyResults,
  type ProficiencyResult,
  removeProficiencyResult,
  type ScoreClass,
} from "@tracewater/contract/laboratory/proficiency-rounds";
import Button from "antd/es/button";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { ProficiencyDialog } from "./proficiency-dialog.tsx";

type Part = { keyword: string; page: number; size: number; onPage: (page: number, size: number) => void };

/** Results of interlaboratory rounds with their scores, the newest first. */
export function ProficiencyList({ keyword, page, size, onPage }: Part) {
  const { t } = useTranslation("laboratory-quality");
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<ProficiencyResult | null>(null);
  const query = { ...(keyword === "" ? {} : { keyword }), pageNum: page, pageSize: size };
  const found = useApi(listProficiencyResults, { query }, { keepPrevious: true, handled: true });
  const columns = useProficiencyColumns(setLeaving);
  return (
    <Card flush fill className="quality-rows">
      <TableToolbar
        tableId="proficiency"
        columns={columns}
        selectedCount={0}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <Allowed to="laboratory:batch:edit">
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setIsAdding(true)}>
            {t("act.addRound")}
          </Button>
        </Allowed>
      </TableToolbar>
      <QueryRows<ProficiencyResult>
        found={found}
        id="proficiency"
        columns={columns}
        rowKey={(row) => String(row.roundId)}
        empty={
          <EmptyList
            title={t("none.proficiency")}
            text={t("none.proficiencyText")}
            add={keyword === "" ? { to: "laboratory:batch:edit", onClick: () => setIsAdding(true) } : null}
          />
        }
        cards={(row) => <RoundCard row={row} />}
        isFiltered={keyword !== ""}
        page={page}
        size={size}
        onPage={onPage}
      />
      <p className="quality-quiet quality-note">{t("round.hint")}</p>
      {isAdding ? <ProficiencyDialog onClose={() => setIsAdding(false)} /> : null}
      {leaving === null ? null : (
        <ConfirmDialog
          call={removeProficiencyResult}
          input={{ params: { id: leaving.roundId } }}
          title={t("round.remove", { name: nameOf(leaving) })}
          submit={t("round.delete")}
          stale={[listProficiencyResults]}
          onClose={() => setLeaving(null)}
        >
          {t("round.removeText", { name: nameOf(leaving) })}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function nameOf({ provider, round, sample }: ProficiencyResult): string {
  return [provider, round, sample].filter((part) => part !== "").join(" ");
}

const tones: Readonly<Record<ScoreClass, Tone>> = { acceptable: "ok", warning: "warn", action: "critical" };

function Score({ value, of }: { value: number | null; of: ScoreClass | null }) {
  const { t } = useTranslation("laboratory-quality");
  if (value === null || of === null) return <Quantity value={null} />;
  return (
    <span className="quality-score">
      <Quantity value={value} digits={2} />
      <State tone={tones[of]} label={t(`round.class.${of}`)} />
    </span>
  );
}

function useProficiencyColumns(onRemove: (row: ProficiencyResult) => void): Column<ProficiencyResult>[] {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const mayEdit = hasPermission("laboratory:batch:edit", useSession());
  const round = (row: ProficiencyResult) => (
    <span title={row.note === "" ? row.source : `${row.source} · ${row.note}`}>{nameOf(row)}</span>
  );
  const z = (row: ProficiencyResult) => (
    <span title={row.isAssignedUncertain ? t("round.uncertain") : undefined}>
      <Score value={row.z} of={row.zClass} />
      {row.isAssignedUncertain ? " *" : ""}
    </span>
  );
  return [
    { id: "round", label: t("round.round"), width: 190, required: true, cell: round },
    {
      ...{ id: "heldOn", label: t("round.heldOn"), width: 110 },
      cell: (row) => <span className="num">{row.heldOn}</span>,
    },
    { id: "analyte", label: label("analyte"), width: 160, cell: (row) => label(`analyte.${row.analyte}`) },
    {
      ...{ id: "value", label: t("round.value"), unit: "μg/L", width: 150, align: "right" },
      cell: (row) => <Quantity value={row.value} uncertainty={row.uncertainty} />,
    },
    {
      ...{ id: "assigned", label: t("round.assigned"), unit: "μg/L", width: 150, align: "right" },
      cell: (row) => <Quantity value={row.assigned} uncertainty={row.assignedUncertainty} />,
    },
    {
      ...{ id: "sigma", label: t("round.sigma"), unit: "μg/L", width: 110, align: "right" },
      cell: (row) => <Quantity value={row.sigma} />,
    },
    { ...{ id: "z", label: t("round.z"), width: 170, align: "right" }, cell: z },
    {
      ...{ id: "zeta", label: t("round.zeta"), width: 170, align: "right" },
      cell: (row) => <Score value={row.zeta} of={row.zetaClass} />,
    },
    { id: "source", label: t("round.source"), width: 200, cell: (row) => row.source },
    {
      ...{ id: "remove", label: "", width: 60, headless: true, fixed: "right" },
      cell: (row) =>
        mayEdit ? (
          <IconButton label={t("round.remove", { name: nameOf(row) })} onClick={() => onRemove(row)}>
            <Trash2 />
          </IconButton>
        ) : null,
    },
  ];
}

function RoundCard({ row }: { row: ProficiencyResult }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{label(`analyte.${row.analyte}`)}</strong>
        <span>{nameOf(row)}</span>
      </span>
      <span className="record-line">
        <Quantity value={row.value} uncertainty={row.uncertainty} unit="μg/L" />
        <span>
          {t("round.z")} <Score value={row.z} of={row.zClass} />
        </span>
      </span>
      <span className="quality-quiet">{row.source}</span>
    </div>
  );
}
