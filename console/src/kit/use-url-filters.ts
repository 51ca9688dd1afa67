import { useSearchParams } from "react-router";
import { defaultPageSize, pageSizes } from "./data-table/page-size.ts";

export type UrlFilters<N extends string> = {
  /** What is filtered by; a filter that is not set is empty. */
  values: Readonly<Record<N, string>>;
  page: number;
  size: number;
};

/** The filters and the page of a list that is no resource, kept in the address: a link shows what one sees. */
export function useUrlFilters<const N extends string>(names: readonly N[]) {
  const [search, setSearch] = useSearchParams();
  const size = Number(search.get("pageSize"));
  const page = Number(search.get("page"));
  const filters: UrlFilters<N> = {
    values: Object.fromEntries(names.map((name) => [name, (search.get(name) ?? "").slice(0, 100)])) as Record<
      N,
      string
    >,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
  };
  /** Other filters lead to the first page. */
  const change = (part: { values?: Partial<Record<N, string>>; page?: number; size?: number }) => {
    const next = { ...filters, page: 1, ...part, values: { ...filters.values, ...part.values } };
    const address = new URLSearchParams();
    for (const name of names) if (next.values[name] !== "") address.set(name, next.values[name]);
    if (next.page > 1) address.set("page", String(next.page));
    if (next.size !== defaultPageSize) address.set("pageSize", String(next.size));
    setSearch(address);
  };
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  return {
    filters,
    change,
    /** Something is looked for; the order of the list, which `sort` holds, looks for nothing. */
    isFiltered: names.some((name) => name !== "sort" && filters.values[name] !== ""),
    /** The filters that are set, as a call takes them. */
    asked,
    /** The same with the page. */
    query: { ...asked, pageNum: filters.page, pageSize: filters.size },
  };
}
