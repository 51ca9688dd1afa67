import { useSyncExternalStore } from "react";

/** How a user likes a table, remembered per table: hidden columns, widths, density. */
export type TableLayout = {
  /** By column id; a column that is not named keeps its declared visibility. */
  shown: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
  density: Density;
};

export type Density = "comfortable" | "compact";

const untouched: TableLayout = { shown: {}, widths: {}, density: "comfortable" };
const known = new Map<string, TableLayout>();
const listeners = new Set<() => void>();

export function useTableLayout(tableId: string): [TableLayout, (change: Partial<TableLayout>) => void] {
  const layout = useSyncExternalStore(subscribe, () => read(tableId));
  return [layout, (change) => write(tableId, { ...read(tableId), ...change })];
}

export function resetTableLayout(tableId: string): void {
  write(tableId, untouched);
}

function read(tableId: string): TableLayout {
  const found = known.get(tableId);
  if (found) return found;
  const loaded = parseLayout(localStorage.getItem(storageKey(tableId)));
  known.set(tableId, loaded);
  return loaded;
}

function write(tableId: string, layout: TableLayout): void {
  known.set(tableId, layout);
  localStorage.setItem(storageKey(tableId), JSON.stringify(layout));
  for (const listener of listeners) listener();
}

/** What another version, or a hand, has left in the browser's store must not break the page. */
export function parseLayout(text: string | null): TableLayout {
  if (text === null) return untouched;
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== "object" || given === null) return untouched;
    return {
      shown: pick(Reflect.get(given, "shown"), (value) => typeof value === "boolean"),
      widths: pick(Reflect.get(given, "widths"), (value) => typeof value === "number" && value >= 40),
      density: Reflect.get(given, "density") === "compact" ? "compact" : "comfortable",
    };
  } catch {
    return untouched; // no JSON: as if nothing had been remembered
  }
}

function pick<T>(given: unknown, fits: (value: unknown) => boolean): Record<string, T> {
  if (typeof given !== "object" || given === null) return {};
  return Object.fromEntries(Object.entries(given).filter(([, value]) => fits(value)));
}

const storageKey = (tableId: string) => `tracewater-table-${tableId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
