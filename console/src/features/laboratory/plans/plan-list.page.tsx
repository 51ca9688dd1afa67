import "./plans.css";
import { useMutation } from "@tanstack/react-query";
import { exportPlans, listPlans } from "@tracewater/contract/laboratory/plans";
import Button from "antd/es/button";
import { Download, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
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
  const isPhone = useIsPhone();
  const { filters, change } = useUrlFilters(filterNames);
  const [searchShown, setSearchShown] = useState(true);
  const [isAdding, setAdding] = useState(false);
  const asked = queryOf(filters.values);
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listPlans, { query }, { keepPrevious: true, handled: true });
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(exportPlans, { query: asked }) });
  const columns = usePlanColumns();
  const isFiltered = filterNames.some((name) => name !== "sort" && filters.values[name] !== "");
  return (
    <PageFrame fill>
      {searchShown ? (
        <PlanSearch
          key={JSON.stringify(filters.values)}
          values={filters.values}
          change={(values) => change({ values })}
        />
      ) : null}
      <Card flush fill className="plan-rows">
        <TableToolbar
          tableId="sampling_plan"
          columns={columns}
          selectedCount={0}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="laboratory:plan:edit">
            <Button
              type="primary"
              icon={<Plus size={16} />}
              aria-label={t("add.open")}
              onClick={() => setAdding(true)}
            >
              {isPhone ? null : t("add.open")}
            </Button>
          </Allowed>
          <Allowed to="laboratory:plan:export">
            <Button
              icon={<Download size={15} />}
              aria-label={t("export")}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {isPhone ? null : t("export")}
            </Button>
          </Allowed>
        </TableToolbar>
        <FoundRows
          found={found}
          id="sampling_plan"
          columns={columns}
          rowKey={(row) => String(row.planId)}
          sort={sortOf(filters.values)}
          onSort={(sort) =>
            change({ values: { sort: sort === undefined ? "" : `${sort.key}-${sort.order}` } })
          }
          empty={
            <Blank
              title={t(isFiltered ? "none.found" : "none.title")}
              text={t(isFiltered ? "none.foundText" : "none.text")}
            />
          }
          cards={(row) => <PlanCard row={row} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {isAdding ? <PlanForm plan={null} onClose={() => setAdding(false)} /> : null}
    </PageFrame>
  );
}
