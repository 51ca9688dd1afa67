/** Spec 9: how many rows a page may have, and has at first. */
export const pageSizes = [10, 20, 30, 50] as const;
export const defaultPageSize = 20;
