/** What fields of a name are elsewhere in the house: a guess where a table does not say. */
import type { ModelField } from "./resource-model.ts";

export type FieldHabits = ReadonlyMap<string, ModelField>;

/** Of several fields of one name, the first. */
export function habitsOf(fields: readonly ModelField[]): FieldHabits {
  return new Map(fields.toReversed().map((field) => [field.name, field]));
}

/** Lengths, bounds and values of the field of this name, where the table has none of its own. */
export function withHabits(field: ModelField, habits: FieldHabits, isBounded: boolean): ModelField {
  const habit = habits.get(field.name);
  if (habit === undefined || isBounded) return field;
  if (field.kind === "text" && habit.kind === "choice") return asChoice(field, habit);
  if (field.kind !== habit.kind) return field;
  const isNumber = field.kind === "whole" || field.kind === "decimal";
  const isOpen = field.min === null && field.max === null;
  return {
    ...field,
    maxLength: field.kind === "text" ? habit.maxLength : field.maxLength,
    ...(isNumber && isOpen ? { min: habit.min, max: habit.max } : {}),
    measure: isNumber ? habit.measure : "",
  };
}

/** Only where what it has by default is one of the values. */
function asChoice(field: ModelField, habit: ModelField): ModelField {
  const isOne = habit.options.some(({ value }) => value === (field.initial ?? habit.initial));
  if (!isOne) return field;
  const initial = field.initial ?? habit.initial;
  return { ...field, kind: "choice", options: habit.options, required: false, initial, search: "choice" };
}
