import "./work-orders.css";
import {
  listWorkOrders,
  type WorkOrder,
  workOrderSource,
  workOrderState,
} from "@tracewater/contract/field/work-orders";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column, Sort } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { OrderForm } from "./order-form.tsx";
import { OrderStateMark, useOrderTitle } from "./order-words.tsx";

/** What is to be done at devices and sampling points. */
export default function WorkOrderListPage() {
  return (
    <PermittedPage to="field:workOrder:list">
      <WorkOrderList />
    </PermittedPage>
  );
}

const filterNames = ["keyword", "state", "source"] as const;
type Filters = Readonly<Record<(typeof filterNames)[number], string>>;
const nothing: Filters = { keyword: "", state: "", source: "" };

function WorkOrderList() {
  const { t } = useTranslation("field-work-orders");
  const isPhone = useIsPhone();
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const [searchShown, setSearchShown] = useState(true);
  const [isAdding, setAdding] = useState(false);
  const { keyword, state, source } = filters.values;
  const query = {
    keyword,
    state: workOrderState.safeParse(state).data,
    source: workOrderSource.safeParse(source).data,
    ...(sort === undefined ? {} : { orderByColumn: sort.key as "createdAt", isAsc: sort.order }),
    ...{ pageNum: filters.page, pageSize: filters.size },
  };
  const found = useApi(listWorkOrders, { query }, { keepPrevious: true, handled: true });
  const columns = useColumns();
  return (
    <PageFrame fill>
      {searchShown ? (
        <Search
          key={JSON.stringify(filters.values)}
          values={filters.values}
          change={(values) => change({ values })}
        />
      ) : null}
      <Card flush fill>
        <TableToolbar
          tableId="work_order"
          columns={columns}
          selectedCount={0}
          searchShown={searchShown}
          onToggleSearch={() => setSearchShown(!searchShown)}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="field:workOrder:edit">
            <Button
              type="primary"
              icon={<Plus size={16} />}
              aria-label={t("add.open")}
              onClick={() => setAdding(true)}
            >
              {isPhone ? null : t("add.open")}
            </Button>
          </Allowed>
        </TableToolbar>
        <FoundRows
          found={found}
          id="work_order"
          columns={columns}
          rowKey={(row) => String(row.orderId)}
          sort={sort}
          onSort={setSort}
          empty={
            <Blank
              title={t(isFiltered ? "none.found" : "none.title")}
              text={t(isFiltered ? "none.foundText" : "none.text")}
            />
          }
          cards={(row) => <OrderCard row={row} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {isAdding ? <OrderForm order={null} onClose={() => setAdding(false)} /> : null}
    </PageFrame>
  );
}

function Search(props: { values: Filters; change: (values: Filters) => void }) {
  const { t } = useTranslation("field-work-orders");
  const [typed, setTyped] = useState(props.values);
  const field = (name: keyof Filters, label: string) => ({
    ...{ label, value: typed[name] },
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  return (
    <SearchForm onSubmit={() => props.change(typed)} onReset={() => props.change(nothing)}>
      <KeywordField {...field("keyword", t("search"))} />
      <ChoiceField
        {...field("state", t("field.state"))}
        options={workOrderState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <ChoiceField
        {...field("source", t("field.source"))}
        options={workOrderSource.options.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
    </SearchForm>
  );
}

function useColumns(): Column<WorkOrder>[] {
  const { t } = useTranslation("field-work-orders");
  const titleOf = useOrderTitle();
  const column = (
    id: string,
    width: number,
    cell: Column<WorkOrder>["cell"],
    more: Partial<Column<WorkOrder>> = {},
  ): Column<WorkOrder> => ({ id, label: t(`field.${id}`), width, cell, ...more });
  return [
    column("orderNo", 150, (row) => <OrderLink row={row} />, { required: true, sortKey: "orderNo" }),
    column("title", 320, titleOf),
    column("state", 110, (row) => <OrderStateMark state={row.state} />),
    column("source", 100, (row) => t(`source.${row.source}`)),
    column("point", 200, (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`)),
    column("device", 120, (row) => row.deviceName ?? "—"),
    column("assignee", 120, (row) => row.assignee || "—"),
    column("due", 170, (row) => <span className="num">{formatMoment(row.due)}</span>, { sortKey: "due" }),
    column("createdAt", 170, (row) => <span className="num">{formatMoment(row.createdAt)}</span>, {
      sortKey: "createdAt",
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
    <div className="order-card">
      <span className="order-line">
        <OrderLink row={row} />
        <OrderStateMark state={row.state} />
      </span>
      <span>{titleOf(row)}</span>
      <span className="order-line order-quiet">
        <span>{[row.pointCode, row.deviceName, row.assignee].filter(Boolean).join(" · ")}</span>
        <span className="num">{formatMoment(row.createdAt)}</span>
      </span>
    </div>
  );
}
