import "./plans.css";
import { exportPlans, listPlans } from "@tracewater/contract/laboratory/plans";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { AddButton } from "../../../resource/add-button.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { PlanCard, usePlanColumns } from "./plan-columns.tsx";
import { PlanDetail } from "./plan-detail.tsx";
import { PlanForm } from "./plan-form.tsx";
import { filterNames, PlanSearch, queryOf, sortOf } from "./plan-search.tsx";

/** Sampling plans; with an id in the address the one that it names. */
export default function PlanListPage() {
  const [search] = useSearchParams();
  const id = Number(search.get("id"));
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="laboratory:plan:list">
      {isId ? (
        <PageFrame>
          <PlanDetail id={id} />
        </PageFrame>
      ) : (
        <PlanList />
      )}
    </PermittedPage>
  );
}

function PlanList() {
  const { t } = useTranslation("laboratory-plans");
  const list = useUrlFilters(filterNames);
  const [isAdding, setAdding] = useState(false);
  const { values, page, size } = list.filters;
  const asked = queryOf(values);
  const query = { ...asked, pageNum: page, pageSize: size };
  const found = useApi(listPlans, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable
      list={list}
      found={found}
      search={PlanSearch}
      actions={
        <>
          <AddButton to="laboratory:plan:edit" label={t("add.open")} onClick={() => setAdding(true)} />
          <ExportButton to="laboratory:plan:export" call={exportPlans} input={{ query: asked }} />
        </>
      }
      id="sampling_plan"
      columns={usePlanColumns()}
      rowKey={(row) => String(row.planId)}
      sort={sortOf(values)}
      onSort={(sort) =>
        list.change({ values: { sort: sort === undefined ? "" : `${sort.key}-${sort.order}` } })
      }
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.title")}
          text={t(list.isFiltered ? "none.foundText" : "none.text")}
          add={list.isFiltered ? null : { to: "laboratory:plan:edit", onClick: () => setAdding(true) }}
        />
      }
      cards={(row) => <PlanCard row={row} />}
    >
      {isAdding ? <PlanForm plan={null} onClose={() => setAdding(false)} /> : null}
    </QueryTable>
  );
}
