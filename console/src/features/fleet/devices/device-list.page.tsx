import { type DeviceRow, listDevices } from "@tracewater/contract/fleet/devices";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useRouteQuery } from "../../../kit/route-facts.tsx";
import { BatchButton } from "./batches/batch-button.tsx";
import "./devices.css";
import { type FamilyFacts, familyPermission } from "./families/family-facts.ts";
import { familyFacts } from "./families/known-families.ts";
import { AddDevice, NoDevices } from "./list/add-device-button.tsx";
import { DeviceCard } from "./list/device-card.tsx";
import { useDeviceColumns } from "./list/device-columns.tsx";
import { DeviceSearch, type Filtering } from "./list/device-search.tsx";
import { isSortColumn, type ListFilters, readFilters, writeFilters } from "./list/list-filters.ts";
import { ListTools } from "./list/list-tools.tsx";
import { StateChips, StateCounts } from "./list/state-counts.tsx";
import { useDeviceRows } from "./list/use-device-rows.ts";
import { useWords } from "./model/words.ts";

/** The list of one family's devices; the route says which family. */
export default function DeviceListPage() {
  const family = useRouteQuery()["family"];
  const facts = familyFacts(typeof family === "string" ? family : undefined);
  const session = useSession();
  const { t } = useWords();
  if (facts === null) {
    return (
      <PageFrame>
        <Blank title={t("list.noFamily")} text={t("list.noFamilyText", { family: String(family ?? "") })} />
      </PageFrame>
    );
  }
  if (!hasPermission(familyPermission(facts, "list"), session)) {
    return (
      <PageFrame>
        <Forbidden />
      </PageFrame>
    );
  }
  return <DeviceList facts={facts} />;
}

function DeviceList({ facts }: { facts: FamilyFacts }) {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const [searchShown, setSearchShown] = useState(true);
  const change = (part: Partial<ListFilters>) => setSearch(writeFilters({ ...filters, pageNum: 1, ...part }));
  return (
    <PageFrame fill>
      {/* A new address (a shared link, the way back) brings its own values into the fields. */}
      {searchShown ? <DeviceSearch key={search.toString()} filters={filters} change={change} /> : null}
      <DeviceRows
        facts={facts}
        filters={filters}
        change={change}
        searchShown={searchShown}
        onToggleSearch={() => setSearchShown(!searchShown)}
      />
    </PageFrame>
  );
}

type Rows = Filtering & { facts: FamilyFacts; searchShown: boolean; onToggleSearch: () => void };

function DeviceRows(props: Rows) {
  const { facts, filters, change } = props;
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
    <ListTools facts={facts} chosen={chosen} onDone={() => setSelected([])} isShort={isShort} />
  );
  const pager = (
    <Pager
      total={devices.data?.total ?? null}
      isMore={devices.data?.isMore}
      isFiltered={isFiltered(filters)}
      page={filters.pageNum}
      size={filters.pageSize}
      onChange={(pageNum, pageSize) => change({ pageNum, pageSize })}
    >
      {devices.data === undefined ? null : (
        <StateCounts counts={counts} beyond={beyond} chosen={filters.state} onChoose={choose} />
      )}
    </Pager>
  );
  if (isPhone) {
    return (
      <>
        <div className="device-phone-bar">
          <StateChips counts={counts} beyond={beyond} chosen={filters.state} onChoose={choose} />
          {tools(true)}
          <AddDevice facts={facts} isShort />
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
        <AddDevice facts={facts} />
        {tools(false)}
        <BatchButton
          facts={facts}
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

const noCounts = { online: 0, offline: 0, notActivated: 0, disabled: 0, retired: 0 };

type TableProps = Rows & {
  columns: Column<DeviceRow>[];
  devices: ReturnType<typeof useDeviceRows>;
  selected: readonly string[];
  onSelect: (keys: readonly string[]) => void;
};

function DevicesTable(props: TableProps) {
  const { facts, filters, change, columns, devices } = props;
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
      cards={(row) => <DeviceCard row={row} facts={facts} />}
      empty={<NoDevices facts={facts} filtered={isFiltered(filters)} />}
    />
  );
}

const noRows: DeviceRow[] = [];

function isFiltered(filters: ListFilters): boolean {
  return writeFilters({ ...filters, pageNum: 1 }).size > 0;
}

function tableIdOf(facts: FamilyFacts): string {
  return `devices-${facts.family}`;
}
