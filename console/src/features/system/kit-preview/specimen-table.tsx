import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column, Sort } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type Tone } from "../../../kit/state.tsx";

type Line = { id: string; tone: Tone; value: number | null };

const lines: readonly Line[] = [
  { id: "A-1", tone: "ok", value: 4.1 },
  { id: "A-2", tone: "critical", value: 8.6 },
  { id: "A-3", tone: "off", value: null },
];

/** The list of every page, small: toolbar, head, rows, pager. */
export function SpecimenTable({ name }: { name: string }) {
  const { t } = useTranslation("system-kit-preview");
  const [keys, setKeys] = useState<readonly string[]>(["A-1"]);
  const [sort, setSort] = useState<Sort | undefined>({ key: "id", order: "asc" });
  const [page, setPage] = useState({ page: 2, size: 20 });
  const tableId = `kit-preview-${name}`;
  const columns = useMemo(
    (): Column<Line>[] => [
      {
        id: "id",
        label: t("table.id"),
        width: 120,
        required: true,
        sortKey: "id",
        cell: ({ id }) => <span className="code">{id}</span>,
      },
      {
        id: "state",
        label: t("table.state"),
        width: 140,
        cell: ({ tone }) => <State tone={tone} label={t(`tone.${tone}`)} />,
      },
      {
        id: "value",
        label: t("table.value"),
        unit: "°C",
        width: 120,
        align: "right",
        cell: ({ value }) => <Quantity value={value} digits={1} />,
      },
    ],
    [t],
  );
  return (
    <div className="kit-preview-table">
      <TableToolbar
        tableId={tableId}
        columns={columns}
        selectedCount={keys.length}
        onRefresh={() => undefined}
      >
        <Button type="primary" icon={<Plus size={16} />}>
          {t("add")}
        </Button>
      </TableToolbar>
      <DataTable
        id={tableId}
        columns={columns}
        rows={lines}
        rowKey={({ id }) => id}
        selection={{ keys, onChange: setKeys }}
        sort={sort}
        onSort={setSort}
        cards={({ id, tone }) => <State tone={tone} label={id} />}
      />
      <Pager total={187} {...page} onChange={(to, size) => setPage({ page: to, size })} />
    </div>
  );
}
