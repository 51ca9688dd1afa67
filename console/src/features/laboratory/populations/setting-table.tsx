import type { PointPopulation, PopulationSetting } from "@tracewater/contract/laboratory/populations";
import Button from "antd/es/button";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { SettingDialog } from "./setting-dialog.tsx";

type Props = { data: PointPopulation; mayEdit: boolean; onChanged: () => void };

/** What one inhabitant adds to the water, with where each figure is from. */
export function SettingTable({ data, mayEdit, onChanged }: Props) {
  const { t } = useTranslation("laboratory-populations");
  const [editing, setEditing] = useState<PopulationSetting | null>(null);
  const edit = (one: PopulationSetting) =>
    mayEdit ? (
      <Button size="small" onClick={() => setEditing(one)}>
        {t("settings.edit")}
      </Button>
    ) : null;
  const columns = useSettingColumns(edit);
  return (
    <Card title={t("settings.title")} hint={t("settings.hint")}>
      <DataTable
        id="population_settings"
        columns={columns}
        rows={data.settings}
        rowKey={(one) => one.parameter}
        cards={(one) => (
          <div className="record-card">
            <span className="record-line">
              <strong>{t(`parameter.${one.parameter}`)}</strong>
              <Quantity value={one.value} unit={t(`unit.${one.parameter}`)} />
            </span>
            <span className="population-quiet">{sourceText(one, t("unverified"))}</span>
            <span className="record-line">
              <Origin one={one} />
              {edit(one)}
            </span>
          </div>
        )}
      />
      <p className="population-quiet">{t("settings.designText")}</p>
      {editing === null ? null : (
        <SettingDialog
          pointId={data.pointId}
          setting={editing}
          span={data}
          onClose={() => setEditing(null)}
          onSaved={onChanged}
        />
      )}
    </Card>
  );
}

function useSettingColumns(edit: (one: PopulationSetting) => ReactNode): Column<PopulationSetting>[] {
  const { t } = useTranslation("laboratory-populations");
  return [
    {
      id: "parameter",
      label: t("settings.parameter"),
      width: 300,
      cell: (one) => t(`parameter.${one.parameter}`),
    },
    {
      ...{ id: "value", label: t("settings.value"), width: 190, align: "right" },
      cell: (one) => <Quantity value={one.value} unit={t(`unit.${one.parameter}`)} />,
    },
    {
      ...{ id: "uncertainty", label: "u", unit: "%", width: 70, align: "right" },
      cell: (one) => <Quantity value={one.uncertainty} />,
    },
    {
      ...{ id: "since", label: t("settings.since"), width: 120 },
      cell: (one) => <span className="num">{one.since ?? "—"}</span>,
    },
    {
      id: "source",
      label: t("settings.source"),
      width: 240,
      cell: (one) => sourceText(one, t("unverified")),
    },
    { id: "origin", label: t("settings.origin"), width: 180, cell: (one) => <Origin one={one} /> },
    { ...{ id: "edit", label: t("settings.edit"), width: 90, fixed: "right" }, headless: true, cell: edit },
  ];
}

function sourceText({ source }: PopulationSetting, unverified: string): string {
  if (source === "") return "—";
  return source === "unverified figure" ? unverified : source;
}

function Origin({ one }: { one: PopulationSetting }) {
  const { t } = useTranslation("laboratory-populations");
  const tone = { own: "ok", builtIn: "warn", none: "off" } as const;
  return (
    <span className="population-basis">
      <State tone={tone[one.origin]} label={t(`origin.${one.origin}`)} />
      {one.isDesign ? <State tone="warn" label={t("design")} title={t("designText")} /> : null}
    </span>
  );
}
