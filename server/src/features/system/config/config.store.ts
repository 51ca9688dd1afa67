import { configs } from "@tracewater/contract/system/config";
import { sql } from "kysely";
import { createResourceRows, printed } from "../../../platform/resource/resource-rows.store.ts";
import type { Db } from "../../../platform/store/database.ts";

export type NewConfig = {
  configName: string;
  configNameZh: string;
  configKey: string;
  configValue: string;
  isPublic: "0" | "1";
  remark: string;
  remarkZh: string;
};

export function createConfigStore(db: Db, zone: string) {
  return {
    rows: createResourceRows(db, {
      resource: configs,
      order: ["configKey"],
      shown: {
        configType: sql`case when built_in then '0' else '1' end`,
        createTime: printed("config.created_at", zone),
      },
    }),

    async findByKey(key: string) {
      const found = await db
        .selectFrom("config")
        .select(["configValue", "isPublic"])
        .where("configKey", "=", key)
        .executeTakeFirst();
      return found ?? null;
    },

    /** The values of these keys. */
    async values(keys: readonly string[]): Promise<Map<string, string>> {
      const found = await db
        .selectFrom("config")
        .select(["configKey", "configValue"])
        .where(sql<boolean>`config_key = any(${[...keys]}::text[])`)
        .limit(keys.length)
        .execute();
      return new Map(found.map((row) => [row.configKey, row.configValue]));
    },

    /** Adds what the database does not have; a key that somebody made before it became built in keeps its value. */
    async ensureBuiltIn(rows: readonly NewConfig[]): Promise<void> {
      await db
        .insertInto("config")
        .values(rows.map((row) => ({ ...row, builtIn: true })))
        .onConflict((conflict) => conflict.column("configKey").doUpdateSet({ builtIn: true }))
        .execute();
    },
  };
}
