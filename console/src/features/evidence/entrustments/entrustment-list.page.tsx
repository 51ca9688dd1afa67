import "../../../resource/record.css";
import "./evidence.css";
import type { Entrustment } from "@tracewater/contract/evidence/entrustment-fields";
import { exportEntrustments, listEntrustments } from "@tracewater/contract/evidence/entrustments";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { AddButton } from "../../../resource/add-button.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { EntrustmentCard, useEntrustmentColumns } from "./entrustment-columns.tsx";
import { EntrustmentForm } from "./entrustment-form.tsx";
import { EntrustmentSearch, filterNames, queryOf, sortOf } from "./entrustment-search.tsx";

/** What clients entrusted, with the decisions that are due. */
export default function EntrustmentListPage() {
  return (
    <PermittedPage to="evidence:entrustment:list">
      <EntrustmentList />
    </PermittedPage>
  );
}

function EntrustmentList() {
  const { t } = useTranslation("evidence-entrustments");
  const list = useUrlFilters(filterNames);
  const [isAdding, setAdding] = useState(false);
  const { values, page, size } = list.filters;
  const asked = queryOf(values);
  const query = { ...asked, pageNum: page, pageSize: size };
  const found = useApi(listEntrustments, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable<Entrustment, (typeof filterNames)[number]>
      list={list}
      found={found}
      search={EntrustmentSearch}
      actions={
        <>
          <AddButton to="evidence:entrustment:add" label={t("add.open")} onClick={() => setAdding(true)} />
          <ExportButton to="evidence:entrustment:export" call={exportEntrustments} input={{ query: asked }} />
        </>
      }
      id="entrustment"
      columns={useEntrustmentColumns()}
      rowKey={(row) => String(row.entrustmentId)}
      sort={sortOf(values)}
      onSort={(sort) =>
        list.change({ values: { sort: sort === undefined ? "" : `${sort.key}-${sort.order}` } })
      }
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.title")}
          text={t(list.isFiltered ? "none.foundText" : "none.text")}
          add={list.isFiltered ? null : { to: "evidence:entrustment:add", onClick: () => setAdding(true) }}
        />
      }
      cards={(row) => <EntrustmentCard row={row} />}
    >
      {isAdding ? <EntrustmentForm entrustment={null} onClose={() => setAdding(false)} /> : null}
    </QueryTable>
  );
}
