import { Eye } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";

type Line = { id: string; value: number };

const lines: readonly Line[] = Array.from({ length: 5000 }, (_, at) => ({
  id: `A-${String(at + 1).padStart(4, "0")}`,
  value: (at % 97) / 10,
}));

/** A list of 5,000 rows at once, of which only those in sight are drawn. */
export function SpecimenLongTable() {
  const { t } = useTranslation("system-kit-preview");
  const [keys, setKeys] = useState<readonly string[]>([]);
  const columns = useMemo(
    (): Column<Line>[] => [
      {
        id: "id",
        label: t("table.id"),
        width: 160,
        required: true,
        cell: ({ id }) => <span className="code">{id}</span>,
      },
      {
        id: "value",
        label: t("table.value"),
        unit: "°C",
        width: 160,
        align: "right",
        cell: ({ value }) => <Quantity value={value} digits={1} />,
      },
      {
        id: "actions",
        label: t("plain"),
        width: 80,
        headless: true,
        required: true,
        align: "right",
        cell: ({ id }) => (
          <IconButton label={`${t("plain")} ${id}`}>
            <Eye />
          </IconButton>
        ),
      },
    ],
    [t],
  );
  return (
    <DataTable
      id="kit-preview-long"
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      selection={{ keys, onChange: setKeys }}
    />
  );
}
