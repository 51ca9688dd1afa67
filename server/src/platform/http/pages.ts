/** The part of a list that a page number means; a page past the end is the last one. */
export function pageOf(
  query: { pageNum: number; pageSize: number },
  total: number,
): { limit: number; offset: number } {
  const last = Math.max(1, Math.ceil(total / query.pageSize));
  return { limit: query.pageSize, offset: (Math.min(query.pageNum, last) - 1) * query.pageSize };
}
