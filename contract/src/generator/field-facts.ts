import type { FieldMetadata } from "../resource/field-metadata.ts";
import type { ModelField } from "./resource-model.ts";

/** The label of a field; `title` and `one` are labels of the resource itself. */
export function labelKey(name: string): string {
  return name === "title" || name === "one" ? `${name}Field` : name;
}

/** What a declaration knows of a field alongside its schema, in the order in which it is written. */
export function factsOf(field: ModelField): FieldMetadata {
  const key = labelKey(field.name);
  const isNumber = field.kind === "whole" || field.kind === "decimal";
  return {
    label: key,
    ...(field.kind === "choice" ? { dictionary: key } : {}),
    ...(isNumber && field.measure !== "" ? { unit: field.measure } : {}),
    ...(field.kind === "unit" ? { reference: "unit" as const, nameIn: "unitName" } : {}),
    ...(field.search === "none" ? {} : { search: field.search }),
    ...(field.sortable ? { sortable: true } : {}),
    ...(field.exported ? {} : { export: false }),
    ...(field.column === "shown" ? {} : { column: field.column }),
  };
}
