import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { bottles } from "@tracewater/contract/field/bottles";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { type Field, fieldsOf } from "@tracewater/contract/resource/fields";
import { configs } from "@tracewater/contract/system/config";
import { dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { units } from "@tracewater/contract/system/units";
import { users } from "@tracewater/contract/system/users";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { plainResources } from "../../test/resources/plain-resources.ts";
import { onPlatform } from "../../test/test-platform.ts";
import { columnOf } from "../platform/resource/matching-rows.ts";

/** Every resource there is; a new one is added here, or to the plain ones. */
const resources: AnyResource[] = [
  ...plainResources.map(({ resource }) => resource),
  samplingPoints,
  bottles,
  units,
  users,
  dictTypes,
  dictData,
  configs,
  alarmRules,
  boardLots,
  undertakings,
  contractAwards,
];
const typesOf: Record<Field["kind"], readonly string[]> = {
  text: ["text"],
  number: ["double precision", "numeric"],
  choice: ["text"],
  day: ["date"],
};
const wholeTypes = ["integer", "bigint", "smallint"];

onPlatform("A resource's declaration", (platform) => {
  const readColumns = async (table: string) => {
    const { rows } = await sql<{ name: string; type: string; nullable: boolean; has_default: boolean }>`
      select column_name as name, data_type as type, is_nullable = 'YES' as nullable,
        column_default is not null or is_identity = 'YES' as has_default
      from information_schema.columns where table_name = ${table} and table_schema = current_schema()`.execute(
      platform.db.withoutPlugins(),
    );
    return new Map(rows.map((row) => [row.name, row]));
  };

  test.each(resources.map((one) => [one.table, one] as const))(
    "fits the table %s: each field has its column, of its type, null where it may be",
    async (table, resource) => {
      const columns = await readColumns(table);
      const written = fieldsOf(resource).filter((field) => !field.readOnly);
      for (const field of written) {
        const column = columns.get(columnOf(field.name));
        expect(column, field.name).toBeDefined();
        expect(field.whole ? wholeTypes : typesOf[field.kind], field.name).toContain(column?.type);
        expect(column?.nullable, field.name).toBe(field.nullable);
      }
      const names = new Set(written.map((field) => columnOf(field.name)));
      const forgotten = [...columns.values()].filter(
        (column) => !names.has(column.name) && !column.has_default && !column.nullable,
      );
      expect(forgotten.map((column) => column.name)).toEqual([]);
    },
  );

  test.each(resources.map((one) => [one.table, one] as const))(
    "of %s names words that both languages have, a unique column and its unit",
    async (table, resource) => {
      const { labels } = resource;
      expect(Object.keys(labels.zh).sort()).toEqual(Object.keys(labels.en).sort());
      const asked = fieldsOf(resource).flatMap((field) => [
        field.label,
        ...(field.dictionary === undefined ? [] : field.options.map((one) => `${field.dictionary}.${one}`)),
      ]);
      expect([...asked, "title", "one"].filter((key) => labels.en[key] === undefined)).toEqual([]);
      const { rows } = await sql<{ definition: string }>`
        select indexdef as definition from pg_indexes where tablename = ${table}`.execute(platform.db);
      const names = [resource.within, resource.unique].filter((name) => name !== undefined).map(columnOf);
      const unique = new RegExp(`UNIQUE INDEX .*\\(${names.join(", ")}\\)`);
      expect(rows.some((row) => unique.test(row.definition))).toBe(true);
      if (resource.unit !== null) expect(resource.fields).toHaveProperty(resource.unit);
    },
  );
});
