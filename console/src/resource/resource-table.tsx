import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../api/allowed.tsx";
import { hasPermission, useSession } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { actionsColumn, type Column } from "../kit/data-table/column.ts";
import { DataTable, type Selection } from "../kit/data-table/data-table.tsx";
import { Pager } from "../kit/data-table/pager.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { ErrorBox } from "../kit/error-box.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { RowMenu } from "../kit/row-menu.tsx";
import { EmptyList } from "./empty-list.tsx";
import { keyOf, type PageResource, permissionOf, type ResourceRow } from "./page-resource.ts";
import { filtersQuery, isFiltered, type ResourceFilters } from "./resource-filters.ts";
import type { Open } from "./toolbar-actions.tsx";

export function useRows<Row extends ResourceRow>(
  resource: PageResource<Row>,
  filters: ResourceFilters,
  fixed: Readonly<Record<string, string>> = {},
) {
  const query = { ...filtersQuery(filters), ...fixed, pageNum: filters.page, pageSize: filters.size };
  return useApi(resource.calls.list, { query }, { keepPrevious: true, handled: true });
}

/** The rows with their pager, or why there are none. */
export function ResourceTable<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  columns: Column<Row>[];
  filters: ResourceFilters;
  change: (part: Partial<ResourceFilters>) => void;
  found: ReturnType<typeof useRows<Row>>;
  selection: Selection;
  onOpen: (open: Open<Row>) => void;
  card: (row: Row) => ReactNode;
  blank: { title: string; text: string };
  locked?: { is: (row: Row) => boolean };
}) {
  const { resource, filters, change, found, onOpen } = props;
  const mayGo = (row: Row) => !(props.locked?.is(row) ?? false);
  const { t } = useTranslation("resource");
  const session = useSession();
  const mayEdit = hasPermission(permissionOf(resource, "edit"), session);
  const mayRemove = hasPermission(permissionOf(resource, "remove"), session);
  const { data, error } = found;
  if (error !== null && data === undefined) {
    return <ErrorBox error={error} onRetry={() => void found.refetch()} />;
  }
  const actions: Column<Row> = actionsColumn(t("actions"), 92, (row) => (
    <RowActions resource={resource} row={row} mayGo={mayGo(row)} onOpen={onOpen} />
  ));
  return (
    <>
      <DataTable
        id={resource.table}
        columns={mayEdit || mayRemove ? [...props.columns, actions] : props.columns}
        rows={data?.rows ?? []}
        rowKey={(row) => String(keyOf(resource, row))}
        selection={mayEdit || mayRemove ? props.selection : undefined}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        loading={found.isPending}
        busy={found.isPlaceholderData}
        empty={
          isFiltered(filters) ? (
            <EmptyState title={t("none.found")} text={t("none.foundText")} />
          ) : (
            <EmptyList
              title={props.blank.title}
              text={props.blank.text}
              add={{ to: permissionOf(resource, "add"), onClick: () => onOpen({ kind: "add" }) }}
            />
          )
        }
        cards={(row) => (
          <div className="resource-phone-card">
            {props.card(row)}
            <RowActions resource={resource} row={row} mayGo={mayGo(row)} onOpen={onOpen} />
          </div>
        )}
      />
      <Pager
        total={data?.total ?? null}
        isFiltered={isFiltered(filters)}
        page={filters.page}
        size={filters.size}
        onChange={(page, size) => change({ page, size })}
      />
    </>
  );
}

function RowActions<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  row: Row;
  mayGo: boolean;
  onOpen: (open: Open<Row>) => void;
}) {
  const { resource, row, onOpen } = props;
  const { t } = useTranslation("resource");
  const name = String(row[resource.unique]);
  return (
    <span className="resource-row-actions">
      <Allowed to={permissionOf(resource, "edit")}>
        <IconButton label={t("rowChange", { name })} opensRow onClick={() => onOpen({ kind: "change", row })}>
          <Pencil />
        </IconButton>
      </Allowed>
      <Allowed to={permissionOf(resource, "remove")}>
        <RowMenu
          name={name}
          items={[
            {
              ...{ key: "delete", icon: <Trash2 size={16} />, danger: true, disabled: !props.mayGo },
              label: t(props.mayGo ? "delete.rowOpen" : "delete.builtIn", { name }),
              onClick: () => onOpen({ kind: "delete", rows: [row] }),
            },
          ]}
        />
      </Allowed>
    </span>
  );
}
