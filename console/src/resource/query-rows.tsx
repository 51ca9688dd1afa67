import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiError } from "../api/api-error.ts";
import { DataTable, type DataTableProps } from "../kit/data-table/data-table.tsx";
import { Pager } from "../kit/data-table/pager.tsx";
import { ErrorBox } from "../kit/error-box.tsx";

/** A reply of a list, as `useApi` gives it. */
export type Found<Row> = UseQueryResult<{ rows: Row[]; total: number; isMore?: boolean }, ApiError>;

/** What a list found, with its pager, or why it found nothing. No total is reported before it is known. */
export function QueryRows<Row>({
  found,
  page,
  size,
  onPage,
  isFiltered,
  order,
  ...table
}: Omit<DataTableProps<Row>, "rows" | "loading" | "busy"> & {
  found: Found<Row>;
  page: number;
  size: number;
  onPage: (page: number, size: number) => void;
  /** Something is searched for. */
  isFiltered?: boolean | undefined;
  /** Another order than the server's, of a list that is read whole. */
  order?: (rows: readonly Row[]) => Row[];
}) {
  const { data, error } = found;
  if (error !== null && data === undefined) {
    return <ErrorBox error={error} onRetry={() => void found.refetch()} />;
  }
  return (
    <>
      <DataTable
        {...table}
        rows={order === undefined ? (data?.rows ?? []) : order(data?.rows ?? [])}
        loading={found.isPending}
        busy={found.isPlaceholderData}
      />
      <Pager
        total={data?.total ?? null}
        isMore={data?.isMore}
        isFiltered={isFiltered}
        page={page}
        size={size}
        onChange={onPage}
      />
    </>
  );
}
