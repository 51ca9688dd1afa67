import "./alarms.css";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Sort } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useAlarmNews } from "../../../pickers/alarm-labels.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { type Act, ActDialog } from "./act-dialog.tsx";
import { AlarmActions } from "./alarm-actions.tsx";
import { AlarmCard, useAlarmColumns } from "./alarm-columns.tsx";
import { AlarmDrawer } from "./alarm-drawer.tsx";
import { AlarmSearch, filterNames } from "./alarm-search.tsx";
import { SeverityCounts } from "./severity-counts.tsx";

/** What is not as it should be: who cares for it, since when, and what happened to it. */
export default function AlarmListPage() {
  return (
    <PermittedPage to="alarm:log:list">
      <AlarmList />
    </PermittedPage>
  );
}

function AlarmList() {
  const { t } = useTranslation("fleet-alarms");
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [search, setSearch] = useSearchParams();
  const [searchShown, setSearchShown] = useState(true);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [act, setAct] = useState<Act | null>(null);
  const { sort, onSort, asked } = useSorted(filters.values);
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listAlarms, { query }, { keepPrevious: true, handled: true, everyMs: 60_000 });
  useAlarmNews(() => void invalidate(listAlarms));
  const rows = found.data?.rows ?? [];
  const chosen = rows.filter((row) => selected.includes(String(row.alarmId)));
  const open = Number(search.get("alarm"));
  const show = (alarmId: number | null) => {
    const next = new URLSearchParams(search);
    if (alarmId === null) next.delete("alarm");
    else next.set("alarm", String(alarmId));
    setSearch(next, { replace: alarmId === null });
  };
  const columns = useAlarmColumns();
  const isPhone = useIsPhone(); // its cards cannot be chosen: what is to be done is in the drawer
  return (
    <PageFrame fill>
      <SeverityCounts chosen={filters.values} onChoose={(values) => change({ values })} />
      {searchShown ? <AlarmSearch values={filters.values} change={(values) => change({ values })} /> : null}
      <Card flush fill className="alarm-rows">
        <TableToolbar
          tableId="alarm"
          columns={columns}
          selectedCount={chosen.length}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          {isPhone ? null : <AlarmActions alarms={chosen} onAct={setAct} />}
        </TableToolbar>
        <QueryRows
          isFiltered={isFiltered}
          found={found}
          id="alarm"
          columns={columns}
          rowKey={(row) => String(row.alarmId)}
          selection={{ keys: chosen.map((row) => String(row.alarmId)), onChange: setSelected }}
          sort={sort}
          onSort={onSort}
          onRowClick={(row) => show(row.alarmId)}
          empty={<EmptyState title={t(isFiltered ? "none.found" : "none.title")} text={t("none.text")} />}
          cards={(row) => <AlarmCard alarm={row} onOpen={() => show(row.alarmId)} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {open > 0 ? <AlarmDrawer alarmId={open} onAct={setAct} onClose={() => show(null)} /> : null}
      {act === null ? null : (
        <ActDialog
          act={act}
          onClose={(done) => {
            setAct(null);
            if (done) setSelected([]);
          }}
        />
      )}
    </PageFrame>
  );
}

/** The filters that are set, with the order; without a word the newest are first. */
function useSorted(values: Readonly<Record<string, string>>) {
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const asked = { ...set, ...(sort === undefined ? {} : { orderByColumn: sort.key, isAsc: sort.order }) };
  return { sort, onSort: setSort, asked } as const;
}
