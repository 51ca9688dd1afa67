import "./sampling-points.css";
import { listSamplingPoints, type SamplingPoint } from "@tracewater/contract/field/sampling-points";
import Input from "antd/es/input";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { usePointColumns } from "./point-columns.tsx";
import { isPointSort, type PointFilters, readFilters, writeFilters } from "./point-filters.ts";

/** The places where water is taken. Adding and changing them comes with the kit's forms. */
export default function SamplingPointListPage() {
  const session = useSession();
  if (hasPermission("field:samplePoint:list", session)) return <SamplingPointList />;
  return (
    <PageFrame>
      <Forbidden />
    </PageFrame>
  );
}

function SamplingPointList() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const change = (part: Partial<PointFilters>) => setSearch(writeFilters({ ...filters, page: 1, ...part }));
  return (
    <PageFrame fill>
      <PointSearch
        key={filters.keyword}
        keyword={filters.keyword}
        onSearch={(keyword) => change({ keyword })}
      />
      <Points filters={filters} change={change} />
    </PageFrame>
  );
}

function PointSearch(props: { keyword: string; onSearch: (keyword: string) => void }) {
  const { t } = useTranslation("field-sampling-points");
  const [typed, setTyped] = useState(props.keyword);
  return (
    <SearchForm onSubmit={() => props.onSearch(typed.trim())} onReset={() => props.onSearch("")}>
      <Input
        prefix={<Search size={16} strokeWidth={1.5} />}
        placeholder={t("keyword")}
        aria-label={t("keyword")}
        maxLength={100}
        allowClear
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </SearchForm>
  );
}

function Points(props: { filters: PointFilters; change: (part: Partial<PointFilters>) => void }) {
  const { filters, change } = props;
  const columns = usePointColumns();
  const { t } = useTranslation("field-sampling-points");
  const points = useApi(listSamplingPoints, { query: queryOf(filters) }, { keepPrevious: true });
  if (points.isError) {
    return (
      <Card>
        <ErrorBox error={points.error} onRetry={() => void points.refetch()} />
      </Card>
    );
  }
  return (
    <Card flush fill>
      <TableToolbar
        tableId="sampling-points"
        columns={columns}
        onRefresh={() => void points.refetch()}
        refreshing={points.isFetching}
      />
      <DataTable
        id="sampling-points"
        columns={columns}
        rows={points.data?.rows ?? []}
        rowKey={(point) => String(point.pointId)}
        sort={filters.sort}
        onSort={(sort) =>
          change({ sort: sort && isPointSort(sort.key) ? { key: sort.key, order: sort.order } : undefined })
        }
        loading={points.isPending}
        busy={points.isPlaceholderData}
        empty={
          <Blank title={t(filters.keyword === "" ? "none.title" : "none.found")} text={t("none.text")} />
        }
        cards={(point) => <PointCard point={point} />}
      />
      <Pager
        total={points.data?.total ?? 0}
        page={filters.page}
        size={filters.size}
        onChange={(page, size) => change({ page, size })}
      />
    </Card>
  );
}

function queryOf(filters: PointFilters) {
  return {
    pageNum: filters.page,
    pageSize: filters.size,
    ...(filters.keyword === "" ? {} : { keyword: filters.keyword }),
    ...(filters.sort === undefined ? {} : { orderByColumn: filters.sort.key, isAsc: filters.sort.order }),
  };
}

function PointCard({ point }: { point: SamplingPoint }) {
  const { t } = useTranslation("field-sampling-points");
  return (
    <div className="point-card">
      <strong>{point.name}</strong>
      <span className="code">{point.code}</span>
      <span>
        {t(`kind.${point.kind}`)} · {[point.place, point.country].filter((part) => part !== "").join(", ")}
      </span>
    </div>
  );
}
