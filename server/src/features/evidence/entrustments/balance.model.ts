import type { AmountBalance } from "@tracewater/contract/evidence/entrustments";
import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";

type Counted = Pick<
  EvidenceItem,
  "parentId" | "unit" | "quantity" | "reserve" | "consumed" | "returnedAmount" | "destroyedAmount"
>;

/** Amounts have four decimals: they are added as whole ten-thousandths, without the errors of binary fractions. */
const amountScale = 10_000;

/**
 * Received = consumed + reserve + returned + destroyed for each unit. An item that was split off is not received a
 * second time: it is part of what its parent was.
 */
export function balancesOf(
  items: readonly Counted[],
  events: readonly Pick<CustodyEvent, "seq" | "amount" | "evidence">[],
): AmountBalance[] {
  const units = [...new Set(items.map((item) => item.unit))];
  return units.map((unit) => {
    const own = items.filter((item) => item.unit === unit);
    const sum = (amount: (item: Counted) => number) =>
      own.reduce((total, item) => total + Math.round(amount(item) * amountScale), 0);
    const received = sum((item) => (item.parentId === null ? item.quantity : 0));
    const consumed = sum((item) => item.consumed);
    const reserve = sum((item) => item.reserve);
    const returned = sum((item) => item.returnedAmount);
    const destroyed = sum((item) => item.destroyedAmount);
    const gap = received - consumed - reserve - returned - destroyed;
    return {
      unit,
      ...{
        received: received / amountScale,
        consumed: consumed / amountScale,
        reserve: reserve / amountScale,
      },
      ...{ returned: returned / amountScale, destroyed: destroyed / amountScale, gap: gap / amountScale },
      gapEvents: events.filter((event) => differs(event, unit)).map((event) => event.seq),
    };
  });
}

function differs({ amount, evidence }: Pick<CustodyEvent, "amount" | "evidence">, unit: string): boolean {
  return evidence?.unit === unit && evidence.book !== null && evidence.book !== amount;
}

/** The difference of two amounts, exact to their four decimals. */
export function minus(a: number, b: number): number {
  return (Math.round(a * amountScale) - Math.round(b * amountScale)) / amountScale;
}

export function plus(...amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + Math.round(one * amountScale), 0) / amountScale;
}
