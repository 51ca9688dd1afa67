import { largestId } from "@tracewater/contract/envelope";

/** The number of an order in an address; null where it can be none. */
export function orderIdOf(inPath: string | undefined): number | null {
  const id = Number(inPath);
  return Number.isInteger(id) && id > 0 && id <= largestId ? id : null;
}
