import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { exactFields, filterFields, keywordFields } from "@tracewater/contract/resource/fields";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../scope.ts";
import { containing } from "../store/contains.ts";

/** Which rows of a resource's table a query asks for, within the caller's scope: the keyword and the filters. */
export function matchingRows(
  resource: AnyResource,
  scope: Scope,
  query: Readonly<Record<string, unknown>>,
): RawBuilder<boolean> {
  const column = (name: string) => `${resource.table}.${columnOf(name)}`;
  const parts = [resource.unit === null ? sql<boolean>`true` : inScope(scope, column(resource.unit))];
  const { keyword } = query;
  if (typeof keyword === "string") {
    const pattern = containing(keyword);
    const found = keywordFields(resource).map((one) => sql`${sql.ref(column(one.name))} ilike ${pattern}`);
    parts.push(sql<boolean>`(${sql.join(found, sql` or `)})`);
  }
  for (const { name } of [...filterFields(resource), ...exactFields(resource)]) {
    if (query[name] !== undefined) parts.push(sql<boolean>`${sql.ref(column(name))} = ${query[name]}`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** The column of a field: `designFlow` is `design_flow`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
