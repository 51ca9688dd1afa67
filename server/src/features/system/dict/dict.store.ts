/** Dictionaries: types and their entries. */
import { dictData, dictEntry } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { sql } from "kysely";
import { z } from "zod";
import { createResourceRows, printed } from "../../../platform/resource/resource-rows.store.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ShippedDictionary } from "./shipped-dictionary.ts";

const entries = z.array(dictEntry.omit({ dictLabelEn: true }));
const builtIn = sql<string>`case when built_in_key is null then '1' else '0' end`;

export function createDictStore(db: Db, zone: string) {
  return {
    types: createResourceRows(db, {
      resource: dictTypes,
      order: ["dictType"],
      shown: {
        builtIn,
        createTime: printed("dict_type.created_at", zone),
        dataCount: sql`(select count(*)::int from dict_data d where d.dict_type = dict_type.dict_type)`,
      },
    }),

    data: createResourceRows(db, {
      resource: dictData,
      order: ["dictType", "dictSort"],
      shown: { builtIn, createTime: printed("dict_data.created_at", zone) },
    }),

    /** What is in use of one type. */
    async listEntries(type: string) {
      const found = await db
        .selectFrom("dictData as d")
        .innerJoin("dictType as t", "t.dictType", "d.dictType")
        .select([
          "d.id as dictCode",
          "d.dictType",
          "d.dictSort",
          "d.dictLabel",
          "d.dictLabelZh",
          "d.dictValue",
        ])
        .select(["d.cssClass", "d.listClass", "d.isDefault", "d.status", "d.remark"])
        .where("d.dictType", "=", type)
        .where("d.status", "=", "0")
        .where("t.status", "=", "0")
        .orderBy("d.dictSort")
        .orderBy("d.id")
        .limit(2000)
        .execute();
      return entries.parse(found);
    },

    async hasType(type: string): Promise<boolean> {
      const found = await db
        .selectFrom("dictType")
        .select("id")
        .where("dictType", "=", type)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Of several types at once: an import names many. */
    async knownTypes(types: readonly string[]): Promise<Set<string>> {
      const found = await db
        .selectFrom("dictType")
        .select("dictType")
        .where(sql<boolean>`dict_type = any(${[...types]}::text[])`)
        .limit(types.length)
        .execute();
      return new Set(found.map((row) => row.dictType));
    },

    /** Only one value of a type is its default: the others stop being it. */
    async keepOneDefault(type: string, id: number): Promise<void> {
      await db
        .updateTable("dictData")
        .set({ isDefault: "1" })
        .where("dictType", "=", type)
        .where("id", "!=", id)
        .where("isDefault", "=", "0")
        .execute();
    },

    /** Adds what this version brings and the database does not have; what exists already is left as it is. */
    async ensureShipped(dictionaries: readonly ShippedDictionary[]): Promise<void> {
      await db
        .insertInto("dictType")
        .values(
          dictionaries.map(({ type, en, zh }) => ({
            builtInKey: type,
            dictType: type,
            dictName: en,
            dictNameZh: zh,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .insertInto("dictData")
        .values(
          dictionaries.flatMap(({ type, values }) =>
            values.map((one, place) => ({
              builtInKey: `${type}/${one.value}`,
              dictType: type,
              dictSort: (place + 1) * 10,
              dictValue: one.value,
              dictLabel: one.en,
              dictLabelZh: one.zh,
              listClass: one.look ?? "default",
            })),
          ),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
