import { type Assay, listAssays } from "@tracewater/contract/laboratory/assays";
import { type ReactNode, useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Sort } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { AssayCard, useAssayColumns } from "./assay-columns.tsx";
import { AssignButton } from "./assign-button.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import { type Decision, DecisionDialog } from "./decision-dialog.tsx";

/** Results with what can be done of those that are chosen. */
export function AssayRows(props: {
  /** What is asked for, without paging. */
  asked: Readonly<Record<string, string>>;
  page: number;
  size: number;
  onPage: (page: number, size: number) => void;
  pathOf: (row: Assay) => string;
  empty: ReactNode;
  fill?: boolean;
  tools?: ReactNode;
  search?: { shown: boolean; onToggle: () => void };
}) {
  const { asked, page, size, pathOf } = props;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [decision, setDecision] = useState<Decision | null>(null);
  const order = sort === undefined ? {} : { orderByColumn: sort.key as "sampledOn", isAsc: sort.order };
  const query = { ...asked, ...order, pageNum: page, pageSize: size };
  const found = useApi(listAssays, { query }, { keepPrevious: true, handled: true });
  const columns = useAssayColumns(pathOf);
  const chosen = (found.data?.rows ?? []).filter((row) => selected.includes(String(row.assayId)));
  const isPhone = useIsPhone(); // its cards cannot be chosen: the sample's own page decides there
  return (
    <Card flush fill={props.fill ?? false} className="assay-rows">
      <TableToolbar
        tableId="assay"
        columns={columns}
        selectedCount={chosen.length}
        searchShown={props.search?.shown ?? true}
        onToggleSearch={props.search?.onToggle}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        {props.tools}
        {isPhone ? null : <AssignButton rows={chosen} onDone={() => setSelected([])} />}
        {isPhone ? null : <DecisionButtons rows={chosen} onDecide={setDecision} />}
      </TableToolbar>
      <QueryRows
        found={found}
        id="assay"
        columns={columns}
        rowKey={(row) => String(row.assayId)}
        selection={{ keys: chosen.map((row) => String(row.assayId)), onChange: setSelected }}
        sort={sort}
        onSort={setSort}
        empty={props.empty}
        cards={(row) => <AssayCard row={row} to={pathOf(row)} />}
        page={page}
        size={size}
        onPage={props.onPage}
      />
      {decision === null ? null : (
        <DecisionDialog
          decision={decision}
          onClose={(isDone) => {
            setDecision(null);
            if (isDone) setSelected([]);
          }}
        />
      )}
    </Card>
  );
}
