import "./resource.css";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../api/session.ts";
import { Card } from "../kit/card.tsx";
import type { Column } from "../kit/data-table/column.ts";
import { TableToolbar } from "../kit/data-table/table-toolbar.tsx";
import { Forbidden } from "../kit/forbidden.tsx";
import { PageFrame } from "../kit/page-frame.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { type PageResource, permissionOf, type ResourceRow, useResourceWords } from "./page-resource.ts";
import { resourceColumns } from "./resource-columns.tsx";
import { type ResourceFilters, readFilters, writeFilters } from "./resource-filters.ts";
import { ResourceForm } from "./resource-form.tsx";
import { ResourceSearch } from "./resource-search.tsx";
import { ResourceTable, useRows } from "./resource-table.tsx";
import { type Open, ToolbarActions } from "./toolbar-actions.tsx";

export type ResourcePageProps<Row extends ResourceRow> = {
  resource: PageResource<Row>;
  /** What the page makes of the declared columns; without it they stand as they are. */
  columns?: (declared: Column<Row>[]) => Column<Row>[];
  /** A row on a phone. */
  card: (row: Row) => ReactNode;
  /** What the page is for, where there are no rows yet. */
  blank: { title: string; text: string };
};

/**
 * List, search, sort, page, add, change, delete, import and export of a resource, from its declaration. A page that
 * needs more stops using this and keeps the parts of this folder that still fit.
 */
export function ResourcePage<Row extends ResourceRow>(props: ResourcePageProps<Row>) {
  const session = useSession();
  if (hasPermission(permissionOf(props.resource, "list"), session)) return <ResourceList {...props} />;
  return (
    <PageFrame>
      <Forbidden />
    </PageFrame>
  );
}

function ResourceList<Row extends ResourceRow>(props: ResourcePageProps<Row>) {
  const { resource } = props;
  const [search, setSearch] = useSearchParams();
  const [searchShown, setSearchShown] = useState(true);
  const filters = readFilters(resource, search);
  const change = (part: Partial<ResourceFilters>) =>
    setSearch(writeFilters({ ...filters, page: 1, ...part }));
  return (
    <PageFrame fill>
      {searchShown ? (
        // A new address (a shared link, the way back) brings its own words into the field.
        <ResourceSearch key={filters.keyword} resource={resource} filters={filters} change={change} />
      ) : null}
      <ResourceRows
        {...props}
        filters={filters}
        change={change}
        searchShown={searchShown}
        onToggleSearch={() => setSearchShown(!searchShown)}
      />
    </PageFrame>
  );
}

type Rows<Row extends ResourceRow> = ResourcePageProps<Row> & {
  filters: ResourceFilters;
  change: (part: Partial<ResourceFilters>) => void;
  searchShown: boolean;
  onToggleSearch: () => void;
};

function ResourceRows<Row extends ResourceRow>(props: Rows<Row>) {
  const { resource, filters } = props;
  const word = useResourceWords(resource);
  const declared = resourceColumns(resource, word);
  const columns = props.columns === undefined ? declared : props.columns(declared);
  const rows = useRows(resource, filters);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const chosen = (rows.data?.rows ?? []).filter((row) => selected.includes(String(row[resource.key])));
  return (
    <Card flush fill className="resource-card">
      <TableToolbar
        tableId={resource.table}
        columns={columns}
        selectedCount={chosen.length}
        searchShown={props.searchShown}
        onToggleSearch={props.onToggleSearch}
        onRefresh={() => void rows.refetch()}
        refreshing={rows.isFetching}
      >
        <ToolbarActions resource={resource} filters={filters} chosen={chosen} onOpen={setOpen} />
      </TableToolbar>
      <ResourceTable
        {...props}
        columns={columns}
        found={rows}
        selection={{ keys: chosen.map((row) => String(row[resource.key])), onChange: setSelected }}
        onOpen={setOpen}
      />
      {open === null ? null : (
        <OpenDialog
          resource={resource}
          open={open}
          onClose={(done) => {
            setOpen(null);
            if (done) setSelected([]);
          }}
        />
      )}
    </Card>
  );
}

function OpenDialog<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  open: Open<Row>;
  onClose: (done: boolean) => void;
}) {
  const { resource, open, onClose } = props;
  switch (open.kind) {
    case "add":
      return <ResourceForm resource={resource} row={null} onClose={() => onClose(false)} />;
    case "change":
      return <ResourceForm resource={resource} row={open.row} onClose={() => onClose(false)} />;
    case "delete":
      return <DeleteDialog resource={resource} rows={open.rows} onClose={onClose} />;
    case "import":
      return <ImportDialog resource={resource} onClose={() => onClose(false)} />;
  }
}
