import { type Declared, type Field, formFields } from "@tracewater/contract/resource/fields";
import { isDecimal } from "../kit/number.ts";
import type { ResourceRow } from "./page-resource.ts";

/** What is in the inputs: text as it was typed, a choice's value, or nothing. */
export type FormValues = Record<string, string | number | undefined>;

/** The inputs' first contents: of the row that is changed, or the fallbacks of a new one. */
export function toFormValues(resource: Declared, row: ResourceRow | null): FormValues {
  return Object.fromEntries(
    formFields(resource).map((field) => [
      field.name,
      toInput(field, row === null ? field.fallback : row[field.name]),
    ]),
  );
}

/** The body that is sent. What is no number stays as it was typed, for the server to refuse at its field. */
export function toBody(resource: Declared, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    formFields(resource).map((field) => [field.name, toValue(field, values[field.name])]),
  );
}

function toInput(field: Field, value: unknown): string | number | undefined {
  if (field.reference === "unit") return typeof value === "number" ? value : undefined;
  if (value === null || value === undefined) return field.kind === "choice" ? undefined : "";
  return String(value);
}

function toValue(field: Field, input: string | number | undefined): unknown {
  if (typeof input === "number") return input;
  const text = field.kind === "text" ? (input ?? "") : (input ?? "").trim();
  if (text === "") return field.nullable ? null : field.kind === "text" ? "" : undefined;
  return field.kind === "number" && isDecimal(text) ? Number(text) : text;
}
