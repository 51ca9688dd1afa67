import type { FamilyState } from "@tracewater/contract/operations/situation";
import { formatNumber } from "../../../../kit/number.ts";

/** A load as it is read from four metres: whole, below ten with two significant digits. */
export function shownLoad(value: string | number): string {
  const load = Number(value);
  return formatNumber(load >= 10 ? Math.round(load) : Number(load.toPrecision(2)));
}

export type Square = "alarm" | "online" | "off" | "idle";

/** A family as squares, one for each device, or for as many as `each` where they are more than there is room for. */
export function squaresOf(state: FamilyState, room: number): { squares: Square[]; each: number } {
  const { online, offline, notActivated, disabled, alarmed, alarmedOnline, alarmedOffline } = state;
  const counts: readonly [Square, number][] = [
    ["online", online - alarmedOnline],
    ["alarm", alarmed],
    ["idle", notActivated + disabled - (alarmed - alarmedOnline - alarmedOffline)],
    ["off", offline - alarmedOffline],
  ];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const each = Math.max(1, Math.ceil(total / room));
  // What is there is seen, however few they are.
  const squares = counts.flatMap(([kind, count]) =>
    Array.from({ length: count === 0 ? 0 : Math.max(1, Math.floor(count / each)) }, () => kind),
  );
  return { squares: squares.slice(0, room), each };
}

/** The year that a change is against: 364 days before. */
export function yearBefore(until: string | null): number {
  return new Date(Date.parse(until ?? "1971-01-01") - 364 * 86_400_000).getUTCFullYear();
}
