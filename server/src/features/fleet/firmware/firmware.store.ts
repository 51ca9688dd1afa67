import { type RawBuilder, type Selectable, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type FirmwareRow = Selectable<Tables["firmware"]> & {
  typeKey: string;
  productName: string;
  productNameZh: string;
};
export type CountedFirmware = FirmwareRow & { devicesOn: number; devicesAll: number; underWay: number };

export type FirmwareFilter = { productId?: number | undefined; keyword?: string | undefined };

export type NewFirmware = {
  productId: number;
  module: string;
  version: string;
  fileName: string;
  size: number;
  sha256: string;
  md5: string;
  notes: string;
  actorName: string;
  createdAt: Date;
};

/** Firmware belongs to a product and so to no unit; what it says of devices is counted within a scope. */
export function createFirmwareStore(db: Db) {
  const rows = () =>
    db
      .selectFrom("firmware")
      .innerJoin("product", "product.id", "firmware.productId")
      .selectAll("firmware")
      .select(["product.typeKey", "product.name as productName", "product.nameZh as productNameZh"]);

  const matches = (filter: FirmwareFilter): RawBuilder<boolean> => {
    const parts = [sql<boolean>`true`];
    if (filter.productId !== undefined) parts.push(sql<boolean>`firmware.product_id = ${filter.productId}`);
    if (filter.keyword !== undefined) {
      const pattern = containing(filter.keyword);
      parts.push(
        sql<boolean>`(firmware.version ilike ${pattern} or firmware.module ilike ${pattern} or firmware.notes ilike ${pattern})`,
      );
    }
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  };

  return {
    async list(
      scope: Scope,
      filter: FirmwareFilter,
      page: { limit: number; offset: number },
    ): Promise<CountedFirmware[]> {
      return rows()
        .select([
          sql<number>`(select count(*)::int from device_firmware f join device d on d.id = f.device_id
            where f.module = firmware.module and f.version = firmware.version and d.product_id = firmware.product_id
              and ${inScope(scope, "d.unit_id")})`.as("devicesOn"),
          sql<number>`(select count(*)::int from device d where d.product_id = firmware.product_id
            and ${inScope(scope, "d.unit_id")})`.as("devicesAll"),
          sql<number>`(select count(*)::int from firmware_upgrade u where u.firmware_id = firmware.id
            and u.state in ('queued', 'told', 'downloading', 'installed') and ${inScope(scope, "u.unit_id")})`.as(
            "underWay",
          ),
        ])
        .where(matches(filter))
        .orderBy("firmware.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(filter: FirmwareFilter): Promise<number> {
      const found = await db
        .selectFrom("firmware")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matches(filter))
        .executeTakeFirstOrThrow();
      return found.count;
    },

    async find(id: number): Promise<FirmwareRow | undefined> {
      return rows().where("firmware.id", "=", id).executeTakeFirst();
    },

    /** Undefined where this version of the module is there already. */
    async add(firmware: NewFirmware): Promise<number | undefined> {
      const added = await db
        .insertInto("firmware")
        .values(firmware)
        .onConflict((conflict) => conflict.columns(["productId", "module", "version"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /**
     * The digest of the file that is in no version's use any longer; null where another has the same. Undefined: kept.
     */
    async removeUnused(id: number): Promise<{ spare: string | null } | undefined> {
      const gone = await sql<{ sha256: string; shared: boolean }>`
        delete from firmware where id = ${id}
          and not exists (select from firmware_batch b where b.firmware_id = firmware.id)
        returning sha256, exists (select from firmware o where o.sha256 = firmware.sha256 and o.id <> firmware.id)
          as shared`.execute(db);
      const [row] = gone.rows;
      return row === undefined ? undefined : { spare: row.shared ? null : row.sha256 };
    },
  };
}
