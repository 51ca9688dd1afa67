/** Models of resources that exist, and what changed between a model and its table. */
import type { AnyResource } from "../resource/define-resource.ts";
import { type Field, formFields } from "../resource/fields.ts";
import { defaultRoles, defaultsOf } from "./model-defaults.ts";
import { columnName } from "./names.ts";
import { boundsOf, isNullable, type ModelField, modelArea, type ResourceModel } from "./resource-model.ts";
import { modelOfTable, type TableFacts } from "./table-facts.ts";

export type NamedResource = AnyResource & { names: { one: string; many: string } };

/** A declared resource as a model: a pattern to begin with. */
export function modelOfResource(resource: NamedResource): ResourceModel {
  const { labels, names, path, permission, table, key, unique, within = null } = resource;
  const found = modelArea.safeParse(permission.split(":")[0]);
  const area = found.success ? found.data : "field";
  const fields = formFields(resource).map((field) => fieldOf(field, resource));
  const model = defaultsOf({ ...names, table, fields, unique, within }, area);
  const label = (key: string) => ({ en: labels.en[key] ?? key, zh: labels.zh[key] ?? key });
  return {
    ...model,
    ...{ key, path, permission, title: label("title"), single: label("one"), roles: defaultRoles(area) },
  };
}

function fieldOf(field: Field, { labels }: AnyResource): ModelField {
  const isUnit = field.reference === "unit";
  const label = (key: string) => ({ en: labels.en[key] ?? key, zh: labels.zh[key] ?? key });
  const initial =
    typeof field.fallback === "string" || typeof field.fallback === "number" ? field.fallback : null;
  return {
    name: isUnit ? "unitId" : field.name,
    ...label(field.label),
    kind: isUnit ? "unit" : kindOf(field),
    maxLength: Math.min(2000, field.maxLength ?? 100),
    ...(isUnit ? { min: null, max: null } : { min: field.min, max: field.max }),
    measure: field.unit ?? "",
    options: field.options.map((value) => ({
      value,
      ...label(`${field.dictionary ?? field.name}.${value}`),
    })),
    required: field.required,
    initial: initial === "" ? null : initial,
    column: field.column ?? "shown",
    search: field.search ?? "none",
    sortable: field.sortable ?? false,
    exported: field.export ?? true,
  };
}

function kindOf({ kind, whole }: Field): ModelField["kind"] {
  return kind === "number" ? (whole ? "whole" : "decimal") : kind;
}

export type Drift = {
  /** A column that the model does not have, a field that the table does not have, or one of another kind. */
  change: "added" | "removed" | "kind" | "empty" | "values" | "bounds";
  column: string;
};

/** How a model and its table differ by now: what was added to the table, what is gone, what became something else. */
export function compareWithTable(model: ResourceModel, facts: TableFacts): Drift[] {
  const there = modelOfTable(facts).fields;
  const find = (fields: readonly ModelField[], name: string) => fields.find((field) => field.name === name);
  const added = there.filter(({ name }) => find(model.fields, name) === undefined);
  const changed = model.fields.flatMap((field): Drift[] => {
    const column = columnName(field.name);
    const now = find(there, field.name);
    if (now === undefined) return [{ change: "removed", column }];
    return changesOf(field, now).map((change) => ({ change, column }));
  });
  return [...added.map(({ name }): Drift => ({ change: "added", column: columnName(name) })), ...changed];
}

function changesOf(field: ModelField, now: ModelField): Drift["change"][] {
  // Values that the table does not check are texts to it.
  if (field.kind === "choice" && now.kind === "text") return [];
  if (field.kind !== now.kind) return ["kind"];
  const valuesOf = ({ options }: ModelField) => options.map(({ value }) => value).sort();
  const bounds = (one: ModelField) => JSON.stringify(boundsOf(one));
  const isBounded = now.min !== null || now.max !== null;
  return [
    ...(isNullable(field) === isNullable(now) ? [] : ["empty" as const]),
    ...(valuesOf(field).join() === valuesOf(now).join() ? [] : ["values" as const]),
    ...(isBounded && bounds(field) !== bounds(now) ? ["bounds" as const] : []),
  ];
}
