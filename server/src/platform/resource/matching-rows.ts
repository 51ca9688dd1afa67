import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { exactFields, filterFields, keywordFields } from "@tracewater/contract/resource/fields";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../scope.ts";
import { containing } from "../store/contains.ts";
import { inSpan } from "../store/search-span.ts";

type Query = Readonly<Record<string, unknown>>;

/**
 * Which rows of a resource's table a query asks for, within the caller's scope: the keyword, the filters, and when a
 * row was added. `shown` is what the table does not have as a column.
 */
export function matchingRows(
  resource: AnyResource,
  scope: Scope,
  query: Query,
  shown: Readonly<Record<string, RawBuilder<unknown>>> = {},
): RawBuilder<boolean> {
  const nameOf = (field: string) => `${resource.table}.${columnOf(field)}`;
  const column = (field: string) => shown[field] ?? sql.ref(nameOf(field));
  const parts = [resource.unit === null ? sql<boolean>`true` : inScope(scope, nameOf(resource.unit))];
  const { keyword } = query;
  if (typeof keyword === "string") {
    parts.push(
      holdsIn(
        keywordFields(resource).map((one) => column(one.name)),
        keyword,
      ),
    );
  }
  for (const { name } of keywordFields(resource)) {
    const text = query[name];
    if (typeof text === "string") parts.push(holdsIn(inBothLanguages(resource, name).map(column), text));
  }
  for (const { name } of [...filterFields(resource), ...exactFields(resource)]) {
    if (query[name] !== undefined) parts.push(sql<boolean>`${column(name)} = ${query[name]}`);
  }
  parts.push(...inSpan(sql.ref(`${resource.table}.created_at`), query));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function holdsIn(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const pattern = containing(text);
  const found = columns.map((one) => sql`${one} ilike ${pattern}`);
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

/** A name that is kept in two languages is found in either of them. */
function inBothLanguages(resource: AnyResource, name: string): string[] {
  return `${name}Zh` in resource.fields ? [name, `${name}Zh`] : [name];
}

/** The column of a field: `designFlow` is `design_flow`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
