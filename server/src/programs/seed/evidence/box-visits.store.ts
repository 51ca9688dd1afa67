import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

const boxVisit = z.object({
  deviceName: z.string(),
  slot: z.number(),
  at: z.number(),
  authority: z.string(),
  person: z.string(),
});
export type BoxVisit = z.infer<typeof boxVisit>;

/** The evidence boxes that the demo's past is made around. */
export function createBoxVisitStore(db: Db) {
  return {
    /** When the evidence boxes of a unit were opened, by order and by whom, as they reported it; at most 1000. */
    async listBoxVisits(unitId: number, since: Date): Promise<BoxVisit[]> {
      const { rows } = await sql`
        select d.device_name, (e.params ->> 'slot')::int as slot, ${epochMs("e.ts")} as at,
          e.params ->> 'authority' as authority, e.params ->> 'personA' as person
        from device d join product p on p.id = d.product_id and p.type_key = 'evidenceBox'
          join device_event e on e.device_id = d.id and e.identifier = 'opened'
            and e.identifier in ('opened', 'closed', 'forced', 'leftOpen', 'wrongItem', 'weightChange')
        where d.unit_id = ${unitId} and e.ts >= ${since} order by e.ts limit 1000`.execute(db);
      return z.array(boxVisit).parse(rows);
    },

    /** The names of a unit's evidence boxes. */
    async listBoxes(unitId: number): Promise<string[]> {
      const found = await db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .select("device.deviceName")
        .where("product.typeKey", "=", "evidenceBox")
        .where("device.unitId", "=", unitId)
        .orderBy("device.deviceName")
        .limit(100)
        .execute();
      return found.map((one) => one.deviceName);
    },
  };
}
