import { type DeviceRow, listDevices } from "@tracewater/contract/fleet/devices";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useRouteQuery } from "../../../kit/route-metadata.tsx";
import { BulkCommandButton } from "../commands/bulk/bulk-command-button.tsx";
import "./devices.css";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { type FamilyConfig, familyPermission } from "../../../device/families/family-config.ts";
import { familyConfig } from "../../../device/families/known-families.ts";
import { isSortColumn, type ListFilters, readFilters, writeFilters } from "../../../device/list-filters.ts";
import { AddDevice, NoDevices } from "./list/add-device-button.tsx";
import { DeviceCard } from "./list/device-card.tsx";
import { useDeviceColumns } from "./list/device-columns.tsx";
import { DeviceSearch, type Filtering } from "./list/device-search.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { StateChips, StateCounts } from "./list/state-counts.tsx";
import { useDeviceRows } from "./list/use-device-rows.ts";

/** The list of one family's devices; the route says which family. */
export default function DeviceListPage() {
  const family = useRouteQuery()["family"];
  const config = familyConfig(typeof family === "string" ? family : undefined);
  const session = useSession();
  const { t } = useDeviceTexts();
  if (config === null) {
    return (
      <PageFrame>
        <EmptyState
          title={t("list.noFamily")}
          text={t("list.noFamilyText", { family: String(family ?? "") })}
        />
      </PageFrame>
    );
  }
  if (!hasPermission(familyPermission(config, "list"), session)) {
    return (
      <PageFrame>
        <Forbidden />
      </PageFrame>
    );
  }
  return <DeviceList familyConfig={config} />;
}

function DeviceList({ familyConfig: facts }: { familyConfig: FamilyConfig }) {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const [searchShown, setSearchShown] = useState(true);
  const change = (part: Partial<ListFilters>) => setSearch(writeFilters({ ...filters, pageNum: 1, ...part }));
  return (
    <PageFrame fill>
      {searchShown ? <DeviceSearch filters={filters} change={change} /> : null}
      <DeviceRows
        familyConfig={facts}
        filters={filters}
        change={change}
        searchShown={searchShown}
        onToggleSearch={() => setSearchShown(!searchShown)}
      />
    </PageFrame>
  );
}

type Rows = Filtering & { familyConfig: FamilyConfig; searchShown: boolean; onToggleSearch: () => void };

function DeviceRows(props: Rows) {
  const { familyConfig: facts, filters, change } = props;
  const isPhone = useIsPhone();
  const columns = useDeviceColumns(facts);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const devices = useDeviceRows(facts.family, filters);
  const { counts = noCounts, beyond = [] } = devices.data ?? {};
  const choose = (state: ListFilters["state"]) => change({ state });
  const chosen = (devices.data?.rows ?? []).filter((row) => selected.includes(String(row.id)));
  const table = (
    <DevicesTable
      {...props}
      columns={columns}
      devices={devices}
      selected={chosen.map((row) => String(row.id))}
      onSelect={setSelected}
    />
  );
  const tools = (isShort: boolean) => (
    <ListTools familyConfig={facts} chosen={chosen} onDone={() => setSelected([])} isShort={isShort} />
  );
  const pager = <RowsPager filters={filters} change={change} devices={devices} />;
  if (isPhone) {
    return (
      <>
        <div className="device-phone-bar">
          <StateChips counts={counts} beyond={beyond} chosen={filters.state} onChoose={choose} />
          {tools(true)}
          <AddDevice familyConfig={facts} isShort />
        </div>
        {table}
        {pager}
      </>
    );
  }
  return (
    <Card flush fill>
      <TableToolbar
        tableId={tableIdOf(facts)}
        columns={columns}
        searchShown={props.searchShown}
        onToggleSearch={props.onToggleSearch}
        onRefresh={() => void invalidate(listDevices)}
        refreshing={devices.isFetching}
      >
        <AddDevice familyConfig={facts} />
        {tools(false)}
        <BulkCommandButton
          familyConfig={facts}
          filters={filters}
          total={devices.data?.total ?? null}
          productId={devices.data?.rows[0]?.productId ?? null}
        />
      </TableToolbar>
      {table}
      {pager}
    </Card>
  );
}

function RowsPager({ filters, change, devices }: Filtering & Pick<TableProps, "devices">) {
  const { counts = noCounts, beyond = [] } = devices.data ?? {};
  return (
    <Pager
      total={devices.data?.total ?? null}
      isMore={devices.data?.isMore}
      isFiltered={isFiltered(filters)}
      page={filters.pageNum}
      size={filters.pageSize}
      onChange={(pageNum, pageSize) => change({ pageNum, pageSize })}
    >
      {devices.data === undefined ? null : (
        <StateCounts
          counts={counts}
          beyond={beyond}
          chosen={filters.state}
          onChoose={(state) => change({ state })}
        />
      )}
    </Pager>
  );
}

const noCounts = { online: 0, offline: 0, notActivated: 0, disabled: 0, retired: 0 };

type TableProps = Rows & {
  columns: Column<DeviceRow>[];
  devices: ReturnType<typeof useDeviceRows>;
  selected: readonly string[];
  onSelect: (keys: readonly string[]) => void;
};

function DevicesTable(props: TableProps) {
  const { familyConfig: facts, filters, change, columns, devices } = props;
  const { data, error, isPending, isPlaceholderData, refetch } = devices;
  const { sort } = filters;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <DataTable
      id={tableIdOf(facts)}
      columns={columns}
      rows={data?.rows ?? noRows}
      rowKey={(row) => String(row.id)}
      selection={{ keys: props.selected, onChange: props.onSelect }}
      sort={sort === null ? undefined : { key: sort.column, order: sort.descending ? "desc" : "asc" }}
      onSort={(next) =>
        change({
          sort:
            next !== undefined && isSortColumn(next.key)
              ? { column: next.key, descending: next.order === "desc" }
              : null,
        })
      }
      loading={isPending}
      busy={isPlaceholderData}
      cards={(row) => <DeviceCard row={row} familyConfig={facts} />}
      empty={<NoDevices familyConfig={facts} filtered={isFiltered(filters)} />}
    />
  );
}

const noRows: DeviceRow[] = [];

function isFiltered(filters: ListFilters): boolean {
  return writeFilters({ ...filters, pageNum: 1 }).size > 0;
}

function tableIdOf(config: FamilyConfig): string {
  return `devices-${config.family}`;
}
