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
import { type PageResource, permissionOf, type ResourceRow, useResourceLabels } from "./page-resource.ts";
import { resourceColumns } from "./resource-columns.tsx";
import { type ResourceFilters, readFilters, writeFilters } from "./resource-filters.ts";
import { ResourceForm } from "./resource-form.tsx";
import { ResourceSearch } from "./resource-search.tsx";
import { ResourceTable, useRows } from "./resource-table.tsx";
import { type Open, ToolbarActions } from "./toolbar-actions.tsx";

export type ResourcePageProps<Row extends ResourceRow> = {
  resource: PageResource<Row>;
  /** What the page makes of the declared columns; without it they are as they are. */
  columns?: (declared: Column<Row>[]) => Column<Row>[];
  /** A row on a phone. */
  card: (row: Row) => ReactNode;
  /** What the page is for, where there are no rows yet. */
  blank: { title: string; text: string };
  /** A title line over the list. */
  head?: { title: ReactNode; hint?: ReactNode; extra?: ReactNode };
  /** Values that every row of this page has: its list is narrowed to them, its forms do not ask for them. */
  fixed?: Readonly<Record<string, string>>;
  /** Rows that the program brought along: they cannot be deleted, nor these fields of them changed. */
  locked?: { is: (row: Row) => boolean; fields: readonly string[] };
  /** A form of the page's own in place of the declared one; null is a new row. */
  form?: (row: Row | null, onClose: () => void) => ReactNode;
  /** Further buttons in the toolbar. */
  tools?: ReactNode;
  /** After rows were added, changed, deleted or imported. */
  onChanged?: () => void;
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
    <PageFrame fill {...props.head}>
      {searchShown ? <ResourceSearch resource={resource} filters={filters} change={change} /> : null}
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
  const label = useResourceLabels(resource);
  const declared = resourceColumns(resource, label);
  const columns = props.columns === undefined ? declared : props.columns(declared);
  const rows = useRows(resource, filters, props.fixed);
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
        <ToolbarActions
          resource={resource}
          filters={filters}
          fixed={props.fixed}
          chosen={chosen}
          mayDelete={!chosen.some((row) => props.locked?.is(row) ?? false)}
          onOpen={setOpen}
        />
        {props.tools}
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
          page={props}
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
  page: ResourcePageProps<Row>;
  open: Open<Row>;
  onClose: (done: boolean) => void;
}) {
  const { open } = props;
  const { resource, fixed, locked, onChanged, form } = props.page;
  const close = (done: boolean) => {
    onChanged?.();
    props.onClose(done);
  };
  switch (open.kind) {
    case "add":
      if (form !== undefined) return form(null, () => close(false));
      return <ResourceForm resource={resource} row={null} fixed={fixed} onClose={() => close(false)} />;
    case "change": {
      if (form !== undefined) return form(open.row, () => close(false));
      const kept = locked?.is(open.row) ? locked.fields : undefined;
      const { row } = open;
      return <ResourceForm {...{ resource, row, fixed, kept }} onClose={() => close(false)} />;
    }
    case "delete":
      return <DeleteDialog resource={resource} rows={open.rows} onClose={close} />;
    case "import":
      return <ImportDialog resource={resource} listed={resource.calls.list} onClose={() => close(false)} />;
  }
}
