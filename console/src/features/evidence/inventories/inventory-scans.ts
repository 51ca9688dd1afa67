import type { InventoryItem } from "@tracewater/contract/evidence/inventories";

/** The number of an item that a code contains; a code without one stands for itself. */
export function numberIn(code: string): string {
  return /EV-\d{6}-\d{4,}/.exec(code.toUpperCase())?.[0] ?? code;
}

/** Which of the expected items were scanned, and the codes that are none of them. */
export function splitScans(
  expected: readonly Pick<InventoryItem, "itemNo">[],
  codes: readonly string[],
): { found: ReadonlySet<string>; others: string[] } {
  const known = new Set(expected.map(({ itemNo }) => itemNo));
  const numbers = codes.map(numberIn);
  return {
    found: new Set(numbers.filter((number) => known.has(number))),
    others: codes.filter((code) => !known.has(numberIn(code))),
  };
}
