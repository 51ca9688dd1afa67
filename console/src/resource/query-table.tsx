import { type ReactNode, useState } from "react";
import { Card } from "../kit/card.tsx";
import type { DataTableProps } from "../kit/data-table/data-table.tsx";
import { TableToolbar } from "../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../kit/page-frame.tsx";
import type { SearchProps } from "../kit/use-search-fields.ts";
import type { useUrlFilters } from "../kit/use-url-filters.ts";
import { type Found, QueryRows } from "./query-rows.tsx";

/** A page of a list that is no resource: search, toolbar, rows and pager; its filters are in the address. */
export function QueryTable<Row, N extends string>({
  list,
  found,
  search: Search,
  above,
  actions,
  more,
  children,
  ...table
}: Omit<DataTableProps<Row>, "rows" | "loading" | "busy"> & {
  list: ReturnType<typeof useUrlFilters<N>>;
  found: Found<Row>;
  search: (props: SearchProps<N>) => ReactNode;
  /** What is over the rows and is no search. */
  above?: ReactNode;
  actions?: ReactNode;
  /** What is said under the rows. */
  more?: ReactNode;
  /** Dialogs and drawers. */
  children?: ReactNode;
}) {
  const { filters, change, isFiltered } = list;
  const [searchShown, setSearchShown] = useState(true);
  return (
    <PageFrame fill>
      {searchShown ? <Search values={filters.values} change={(values) => change({ values })} /> : null}
      {above}
      <Card flush fill className="record-rows">
        <TableToolbar
          tableId={table.id}
          columns={table.columns}
          selectedCount={table.selection?.keys.length ?? 0}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          {actions}
        </TableToolbar>
        <QueryRows<Row>
          {...table}
          found={found}
          isFiltered={isFiltered}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
        {more ? <p className="record-more">{more}</p> : null}
      </Card>
      {children}
    </PageFrame>
  );
}
