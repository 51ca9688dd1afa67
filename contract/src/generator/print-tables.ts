/** The migration of a resource's table, and the table as the query builder sees it. */
import { importLines, indented, maxWidth, quote, widthOf } from "./layout.ts";
import { camel, columnName, fieldName, kebab, spaced } from "./names.ts";
import { numberText } from "./print-contract.ts";
import { boundsOf, isNullable, type ModelField, type ResourceModel } from "./resource-model.ts";

export function printMigration(model: ResourceModel): string {
  const statements = [createTable(model), ...createIndexes(model)];
  return [
    importLines([[["type Kysely", "sql"], "kysely"]]),
    "",
    `/** The table of ${spaced(model.many)}. */`,
    `export const ${migrationName(model)} = {`,
    "  async up(db: Kysely<unknown>): Promise<void> {",
    "    for (const statement of statements) await sql.raw(statement).execute(db);",
    "  },",
    "};",
    "",
    "const statements = [",
    ...statements.map((statement) => `${statement},`),
    "];",
    "",
  ].join("\n");
}

export function migrationName(model: ResourceModel): string {
  return `${camel(model.many)}Table`;
}

export function migrationFile(model: ResourceModel): string {
  return `${model.migration}-${kebab(model.many)}`;
}

function createTable(model: ResourceModel): string {
  const { table, unique, within } = model;
  const columns = [
    "id int generated always as identity primary key",
    ...model.fields.flatMap((field) => columnLines(field, within === null && field.name === unique)),
    ...(within === null ? [] : [`unique (${columnName(within)}, ${columnName(unique)})`]),
    "created_at timestamptz not null default now()",
  ];
  // The time is the last column, the key over two of them the last line.
  const ordered = within === null ? columns : [...columns.slice(0, -2), ...columns.slice(-2).reverse()];
  const body = ordered.map((column) => indented(column, "     ")).join(",\n");
  return `  \`${inTemplate(`create table ${table} (`)}\n${inTemplate(body)})\``;
}

/** A column with its check; texts of the model are literals of SQL inside of a template. */
function columnLines(field: ModelField, isUnique: boolean): string[] {
  const name = columnName(field.name);
  const parts = [name, typeOf(field)];
  if (!isNullable(field)) parts.push("not null");
  if (isUnique) parts.push("unique");
  if (field.kind === "unit") parts.push("references dept(id)");
  const initial = initialOf(field);
  const check = checkOf(field, name);
  const rest = [
    ...(initial === null ? [] : [`default ${initial}`]),
    ...(check === null ? [] : [`check (${check})`]),
  ];
  const line = [parts.join(" "), ...rest].join(" ");
  return [widthOf(inTemplate(line)) + 6 <= maxWidth ? line : [parts.join(" "), ...rest].join("\n  ")];
}

function typeOf({ kind }: ModelField): string {
  if (kind === "whole" || kind === "unit") return "int";
  if (kind === "decimal") return "double precision";
  return kind === "day" ? "date" : "text";
}

function initialOf({ kind, required, initial }: ModelField): string | null {
  if (required) return null;
  if (typeof initial === "number") return numberText(initial);
  if (initial !== null && initial !== "") return sqlText(initial);
  return kind === "text" ? "''" : null;
}

function checkOf(field: ModelField, name: string): string | null {
  const { min, max } = boundsOf(field);
  if (field.kind === "text") return `char_length(${name}) <= ${field.maxLength}`;
  if (field.kind === "choice")
    return wrapped(
      `${name} in (`,
      field.options.map(({ value }) => sqlText(value)),
    );
  if (field.kind !== "decimal" && field.kind !== "whole") return null;
  const bounds = [
    ...(min === null ? [] : [`${name} >= ${numberText(min)}`]),
    ...(max === null ? [] : [`${name} <= ${numberText(max)}`]),
  ];
  if (bounds.length === 0) return null;
  const flat = bounds.join(" and ");
  return flat.length < 80 ? flat : bounds.join("\n    and ");
}

/** A long list of values goes on in further lines. */
function wrapped(head: string, values: readonly string[]): string {
  const lines = [head];
  values.forEach((value, at) => {
    const text = at === values.length - 1 ? `${value})` : `${value},`;
    const last = lines.at(-1) ?? "";
    if (last.length + text.length < 85) lines[lines.length - 1] = at === 0 ? last + text : `${last} ${text}`;
    else lines.push(`    ${text}`);
  });
  return lines.join("\n");
}

function createIndexes(model: ResourceModel): string[] {
  if (!model.fields.some(({ kind }) => kind === "unit")) return [];
  const { table, unique } = model;
  const text = `create index ${table}_unit on ${table} (unit_id, ${columnName(unique)})`;
  return widthOf(text) + 5 <= maxWidth
    ? [`  ${quote(text)}`]
    : [`  \`${text.replace(" on ", "\n     on ")}\``];
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function inTemplate(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
}

export function printTableType(model: ResourceModel): string {
  const types = model.fields.map((field) => `    ${field.name}: ${columnType(field)};`);
  const imported = [
    ...(model.fields.some(({ kind }) => kind === "day") ? ["type ColumnType"] : []),
    "type Generated",
  ];
  return [
    importLines([[imported, "kysely"]]),
    "",
    `/** The table of ${spaced(model.many)}, as the query builder sees it. */`,
    `export type ${model.one}Tables = {`,
    `  ${fieldName(model.table)}: {`,
    "    id: Generated<number>;",
    ...types,
    "    createdAt: Generated<Date>;",
    "  };",
    "};",
    "",
  ].join("\n");
}

function columnType(field: ModelField): string {
  const isNumber = field.kind === "whole" || field.kind === "decimal" || field.kind === "unit";
  const none = isNullable(field) ? " | null" : "";
  // The driver reads a day as midnight of its own zone, so stores ask for its text.
  if (field.kind === "day") return `ColumnType<Date${none}, string${none}, string${none}>`;
  const type = `${isNumber ? "number" : "string"}${none}`;
  return initialOf(field) === null ? type : `Generated<${type}>`;
}
