/** The tables as the query builder sees them, column by column against the catalog: what the compiler checks statements by. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onPlatform } from "../../test/test-platform.ts";

type Declared = { table: string; column: string; type: string };

const folder = join(import.meta.dirname, "../platform/store");

/** `    state: Generated<string>;` within `  bottleEntry: {`, as the formatter writes it. */
function readDeclared(): Declared[] {
  const files = readdirSync(folder).filter((name) => /(^|-)tables\.ts$/.test(name));
  return files.flatMap((name) => {
    let table = "";
    const declared: Declared[] = [];
    for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
      const [, opened] = /^ {2}(\w+): \{$/.exec(line) ?? [];
      if (opened !== undefined) table = snake(opened);
      const [, column, type] = /^ {4}(\w+): (.+);$/.exec(line) ?? [];
      if (table !== "" && column !== undefined)
        declared.push({ table, column: snake(column), type: type ?? "" });
    }
    return declared;
  });
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The part of a type that is read: `ColumnType<Date | null, string, string>` gives `Date | null`. */
const readOf = (type: string) => /^ColumnType<([^,]+),/.exec(type)?.[1] ?? type;

const basicTypes: Readonly<Record<string, readonly string[]>> = {
  string: [
    "text",
    "bigint",
    "numeric",
    "uuid",
    "character varying",
    "inet",
    "date",
    "name",
    "tstzrange",
    "daterange",
  ],
  number: ["integer", "smallint", "bigint", "double precision", "real", "numeric"],
  boolean: ["boolean"],
  Date: ["timestamp with time zone", "timestamp without time zone", "date"],
  Buffer: ["bytea"],
};

onPlatform("The types of the tables", (platform) => {
  test("name columns that there are, of their type, null where they may be", async () => {
    const { rows } = await sql<{
      table: string;
      name: string;
      type: string;
      nullable: boolean;
      generated: boolean;
    }>`
      select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
        is_generated = 'ALWAYS' as generated
      from information_schema.columns where table_schema = current_schema()`.execute(
      platform.db.withoutPlugins(),
    );
    const columns = new Map(rows.map((row) => [`${row.table}.${row.name}`, row]));
    const declared = readDeclared();
    expect(declared.length).toBeGreaterThan(900);
    const faults = declared.flatMap(({ table, column, type }) => {
      const found = columns.get(`${table}.${column}`);
      if (found === undefined) return [`${table}.${column} is not in the catalog`];
      const read = readOf(type).replace(/^Generated(?:Always)?<(.*)>$/, "$1");
      const basic = read.replace(/ \| null$/, "");
      return [
        // What the database makes of other columns is as null as those are.
        ...(read.endsWith("| null") === found.nullable ||
        found.generated ||
        basic === "unknown" ||
        basic === "Json"
          ? []
          : [`${table}.${column} is ${found.nullable ? "nullable" : "not null"}`]),
        ...(basicTypes[basic]?.includes(found.type) === false
          ? [`${table}.${column} is ${found.type}, declared ${basic}`]
          : []),
      ];
    });
    expect(faults).toEqual([]);
  });
});
