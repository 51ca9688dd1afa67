import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { Quantity } from "../../../kit/quantity.tsx";

export function usePointColumns(): readonly Column<SamplingPoint>[] {
  const { t } = useTranslation("field-sampling-points");
  return useMemo(
    () => [
      {
        id: "code",
        label: t("code"),
        width: 110,
        sortKey: "code",
        required: true,
        cell: (point) => <span className="code">{point.code}</span>,
      },
      { id: "name", label: t("name"), width: 230, sortKey: "name", cell: (point) => point.name },
      { id: "kind", label: t("kind.title"), width: 100, cell: (point) => t(`kind.${point.kind}`) },
      { id: "country", label: t("country"), width: 130, sortKey: "country", cell: (point) => point.country },
      { id: "place", label: t("place"), width: 120, cell: (point) => point.place || "—" },
      {
        id: "population",
        label: t("population"),
        width: 110,
        align: "right",
        sortKey: "population",
        cell: (point) => <Quantity value={point.population} digits={0} />,
      },
      {
        id: "flow",
        label: t("designFlow"),
        unit: "m³/d",
        width: 130,
        align: "right",
        cell: (point) => <Quantity value={point.designFlow} />,
      },
      { id: "unit", label: t("unit"), width: 150, cell: (point) => point.unitName },
      {
        id: "devices",
        label: t("devices"),
        width: 84,
        align: "right",
        cell: (point) => <Quantity value={point.deviceCount} digits={0} />,
      },
      {
        id: "source",
        label: t("source"),
        width: 220,
        hiddenAtFirst: true,
        cell: (point) => <span title={point.source}>{point.source || "—"}</span>,
      },
    ],
    [t],
  );
}
