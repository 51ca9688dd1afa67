import { z } from "zod";

const lenient = <F extends number | undefined>(fallback: F, max: number) =>
  z
    .union([z.string(), z.number()])
    .optional()
    .transform((value): number | F => {
      const number = Math.trunc(Number(value));
      return value !== undefined && value !== "" && number >= 1 ? Math.min(number, max) : fallback;
    });

/** Paging of every list: nonsense falls back to the default, sizes above 500 are cut to 500. */
export const paging = {
  pageNum: lenient(1, 1_000_000),
  pageSize: lenient(10, 500),
};

/** The same of lists that clients of the family page by themselves: all rows come where no page is asked for. */
export const pagingIfAsked = {
  pageNum: lenient(undefined, 1_000_000),
  pageSize: lenient(undefined, 500),
};

/** Sorting by one of the list's own columns; any other is refused by name. */
export function sorting<const T extends readonly [string, ...string[]]>(columns: T) {
  return {
    orderByColumn: blank(z.enum(columns)),
    isAsc: blank(
      z
        .enum(["asc", "desc", "ascending", "descending"])
        .transform((v) => (v.startsWith("asc") ? "asc" : "desc")),
    ),
  };
}

/** An empty parameter is an absent one. */
export function blank<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

export const searchText = blank(z.string().trim().max(100));
