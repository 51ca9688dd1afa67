import "./work-orders.css";
import { flag } from "@tracewater/contract/envelope";
import {
  listWorkOrders,
  type WorkOrder,
  workOrderSource,
  workOrderState,
} from "@tracewater/contract/field/work-orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import type { Column, Sort } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { AddButton } from "../../../resource/add-button.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { OrderForm } from "./order-form.tsx";
import { OrderStateMark, useOrderTitle } from "./order-labels.tsx";

/** What is to be done at devices and sampling points. */
export default function WorkOrderListPage() {
  return (
    <PermittedPage to="field:workOrder:list">
      <WorkOrderList />
    </PermittedPage>
  );
}

const filterNames = ["keyword", "state", "source", "mine", "open"] as const;
type Name = (typeof filterNames)[number];

function WorkOrderList() {
  const { t } = useTranslation("field-work-orders");
  const list = useUrlFilters(filterNames);
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const [isAdding, setAdding] = useState(false);
  const { keyword, state, source, mine, open } = list.filters.values;
  const query = {
    keyword,
    state: workOrderState.safeParse(state).data,
    source: workOrderSource.safeParse(source).data,
    mine: flag.safeParse(mine).data,
    open: flag.safeParse(open).data,
    ...(sort === undefined ? {} : { orderByColumn: sort.key as "createdAt", isAsc: sort.order }),
    ...{ pageNum: list.filters.page, pageSize: list.filters.size },
  };
  const found = useApi(listWorkOrders, { query }, { keepPrevious: true, handled: true });
  return (
    <QueryTable
      list={list}
      found={found}
      search={Search}
      actions={<AddButton to="field:workOrder:edit" label={t("add.open")} onClick={() => setAdding(true)} />}
      id="work_order"
      columns={useColumns()}
      rowKey={(row) => String(row.orderId)}
      sort={sort}
      onSort={setSort}
      empty={
        <EmptyList
          title={t(list.isFiltered ? "none.found" : "none.title")}
          text={t(list.isFiltered ? "none.foundText" : "none.text")}
          add={list.isFiltered ? null : { to: "field:workOrder:edit", onClick: () => setAdding(true) }}
        />
      }
      cards={(row) => <OrderCard row={row} />}
    >
      {isAdding ? <OrderForm order={null} onClose={() => setAdding(false)} /> : null}
    </QueryTable>
  );
}

function Search(props: SearchProps<Name>) {
  const { t } = useTranslation("field-work-orders");
  const { form, field } = useSearchFields(props);
  const yes = [{ value: "1", label: t("filter.yes") }];
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search")} {...field("keyword")} />
      <ChoiceField
        label={t("field.state")}
        {...field("state")}
        options={workOrderState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <ChoiceField
        label={t("field.source")}
        {...field("source")}
        options={workOrderSource.options.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      <ChoiceField label={t("filter.mine")} {...field("mine")} options={yes} />
      <ChoiceField label={t("filter.open")} {...field("open")} options={yes} />
    </SearchForm>
  );
}

function useColumns(): Column<WorkOrder>[] {
  const { t } = useTranslation("field-work-orders");
  const titleOf = useOrderTitle();
  const column = (
    id: TextKey<"field-work-orders", "field">,
    width: number,
    cell: Column<WorkOrder>["cell"],
    more: Partial<Column<WorkOrder>> = {},
  ): Column<WorkOrder> => ({ id, label: t(`field.${id}`), width, cell, ...more });
  return [
    column("orderNo", 152, (row) => <OrderLink row={row} />, { required: true, sortKey: "orderNo" }),
    column("title", 230, titleOf, { flexible: true }),
    column("state", 120, (row) => <OrderStateMark state={row.state} />),
    column("source", 84, (row) => t(`source.${row.source}`)),
    column("point", 144, (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`), {
      flexible: true,
    }),
    column("device", 96, (row) => row.deviceName ?? "—"),
    column("assignee", 110, (row) => row.assignee || "—", { flexible: true }),
    column("due", 172, (row) => <span className="num">{formatMoment(row.due)}</span>, { sortKey: "due" }),
    column("createdAt", 170, (row) => <span className="num">{formatMoment(row.createdAt)}</span>, {
      sortKey: "createdAt",
      hiddenAtFirst: true,
    }),
  ];
}

function OrderLink({ row }: { row: WorkOrder }) {
  return (
    <PathLink className="code" to={`/work/edit/${row.orderId}`}>
      {row.orderNo}
    </PathLink>
  );
}

/** An order on a phone. */
function OrderCard({ row }: { row: WorkOrder }) {
  const titleOf = useOrderTitle();
  return (
    <div className="record-card">
      <span className="record-line">
        <OrderLink row={row} />
        <OrderStateMark state={row.state} />
      </span>
      <span>{titleOf(row)}</span>
      <span className="record-line record-quiet">
        <span>{[row.pointCode, row.deviceName, row.assignee].filter(Boolean).join(" · ")}</span>
        <span className="num">{formatMoment(row.createdAt)}</span>
      </span>
    </div>
  );
}
