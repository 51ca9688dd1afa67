/** Values that fit a model: for its tests, and for the list that shows how it will look. */
import { boundsOf, isNullable, type ModelField, type ResourceModel } from "./resource-model.ts";

export type ExampleValue = string | number | null;

/** A value of a field that its declaration takes; rows with different numbers differ where there is room for it. */
export function exampleValue(field: ModelField, at: number): ExampleValue {
  switch (field.kind) {
    case "text":
      return `${"ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(at % 26)}-${at}`.slice(0, field.maxLength);
    case "day":
      return new Date(Date.UTC(2026, 0, 1 + (at % 365))).toISOString().slice(0, 10);
    case "unit":
      return 1;
    case "choice":
      return field.options[at % Math.max(1, field.options.length)]?.value ?? "";
    default:
      return exampleNumber(field, at);
  }
}

function exampleNumber(field: ModelField, at: number): number {
  const { min, max } = boundsOf(field);
  const low = field.min ?? (max === null ? 0 : Math.min(0, max));
  const high = field.max ?? Math.max(low, (min ?? 0) + 1000);
  const span = Math.min(high - low, 1000);
  const share = ((at * 37) % 100) / 100;
  const value = low + span * share;
  return field.kind === "whole"
    ? Math.floor(value)
    : Math.min(high, Math.max(low, Number(value.toPrecision(6))));
}

/** Rows as a list shows them; some of the values that may be missing are. */
export function exampleRows(model: ResourceModel, count: number): Record<string, ExampleValue>[] {
  return Array.from({ length: count }, (_, at) => ({
    [model.key]: at + 1,
    ...Object.fromEntries(
      model.fields.map((field, place) => [
        field.name,
        isNullable(field) && (at + place) % 4 === 3 ? null : exampleValue(field, at + 1),
      ]),
    ),
    unitName: ["North", "South", "East"][at % 3] ?? "",
  }));
}
