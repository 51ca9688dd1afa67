import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { type Bottle, type BottleState, bottles } from "@tracewater/contract/field/bottles";
import { sql } from "kysely";
import { z } from "zod";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { onTaken } from "../../../platform/store/taken.ts";

export type BottleQuery = QueryOf<typeof bottles.calls.list>;
export type BottleBody = BodyOf<typeof bottles.calls.add>;

const rows = z.array(bottles.row);

/** The registry of bottles. */
export function createBottleStore(db: Db) {
  const base = () =>
    db
      .selectFrom("bottle")
      .innerJoin("dept", "dept.id", "bottle.unitId")
      .leftJoin("bottlePair as pair", (join) =>
        join.onRef("pair.bottleId", "=", "bottle.id").on("pair.brokenAt", "is", null),
      )
      .leftJoin("bottlePlace as place", (join) =>
        join.onRef("place.bottleId", "=", "bottle.id").on("place.until", "is", null),
      )
      .leftJoin("device", "device.id", "place.deviceId")
      .select([
        "bottle.id as bottleId",
        "bottle.bodyCode",
        "bottle.unitId",
        "bottle.material",
        "bottle.volume",
        "bottle.lot",
        "bottle.state",
        "dept.name as unitName",
        "pair.capCode",
        "device.deviceName",
        "place.slot",
        sql<string | null>`to_char(bottle.cleaned_at, 'YYYY-MM-DD')`.as("cleanedAt"),
      ]);

  return {
    async list(scope: Scope, query: BottleQuery, page: { limit: number; offset: number }): Promise<Bottle[]> {
      const column = sql.ref(`bottle.${columnOf(query.orderByColumn ?? "bodyCode")}`);
      const found = await base()
        .where(matchingRows(bottles, scope, query))
        .orderBy(column, (order) => (query.isAsc === "desc" ? order.desc() : order.asc()).nullsLast())
        .orderBy("bottle.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.parse(found);
    },

    async listAfter(scope: Scope, query: BottleQuery, afterId: number, limit: number): Promise<Bottle[]> {
      const found = await base()
        .where(matchingRows(bottles, scope, query))
        .where("bottle.id", ">", afterId)
        .orderBy("bottle.id")
        .limit(limit)
        .execute();
      return rows.parse(found);
    },

    async count(scope: Scope, query: BottleQuery): Promise<number> {
      const counted = await db
        .selectFrom("bottle")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matchingRows(bottles, scope, query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<Bottle | undefined> {
      const found = await base()
        .where("bottle.id", "=", id)
        .where(inScope(scope, "bottle.unit_id"))
        .executeTakeFirst();
      return found === undefined ? undefined : bottles.row.parse(found);
    },

    /** Undefined where the code is taken, by whomever. */
    async add(bottle: BottleBody): Promise<number | undefined> {
      const added = await db
        .insertInto("bottle")
        .values(bottle)
        .onConflict((conflict) => conflict.column("bodyCode").doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** False where the code is taken. */
    async change(scope: Scope, id: number, bottle: BottleBody): Promise<boolean> {
      const change = db
        .updateTable("bottle")
        .set(bottle)
        .where("id", "=", id)
        .where(inScope(scope, "bottle.unit_id"))
        .execute();
      return onTaken(
        change.then(() => true),
        () => false,
      );
    },

    /** How many of these bottles ever stood in a sampler. */
    async countPlaced(ids: readonly number[]): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(distinct bottle_id)::int as count from bottle_place
        where bottle_id = any(${[...ids]}::int[])`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async remove(scope: Scope, ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom("bottle")
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .where(inScope(scope, "bottle.unit_id"))
        .execute();
    },

    /** Adds many at once; those whose code is taken are left alone, or get the named fields where they are in scope. */
    async storeRows(
      scope: Scope,
      given: readonly BottleBody[],
      update: readonly string[] | null,
    ): Promise<Map<string, "added" | "updated">> {
      const names = sql.join(Object.keys(bottles.fields).map((name) => sql.ref(columnOf(name))));
      const sets = (update ?? []).map((name) => {
        const column = columnOf(name);
        return sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`;
      });
      const conflict =
        update === null
          ? sql`do nothing`
          : sql`do update set ${sql.join(sets)} where ${inScope(scope, "bottle.unit_id")}`;
      const records = given.map((one) =>
        Object.fromEntries(Object.entries(one).map(([name, value]) => [columnOf(name), value])),
      );
      const stored = await sql<{ bodyCode: string; added: boolean }>`
        insert into bottle (${names})
        select ${names} from jsonb_populate_recordset(null::bottle, ${JSON.stringify(records)}::jsonb)
        on conflict (body_code) ${conflict} returning body_code, xmax = 0 as added`.execute(db);
      return new Map(stored.rows.map((row) => [row.bodyCode, row.added ? "added" : "updated"]));
    },

    async listPairs(bottleId: number) {
      return db
        .selectFrom("bottlePair")
        .select(["capCode", "boundAt", "boundBy", "brokenAt", "brokenBy", "reason"])
        .where("bottleId", "=", bottleId)
        .orderBy("boundAt", "desc")
        .limit(200)
        .execute();
    },

    async listPlaces(bottleId: number) {
      return db
        .selectFrom("bottlePlace as place")
        .innerJoin("device", "device.id", "place.deviceId")
        .select([
          "device.deviceName",
          "place.slot",
          "place.since",
          "place.until",
          "place.putBy",
          "place.deliveryNo",
        ])
        .where("place.bottleId", "=", bottleId)
        .orderBy("place.since", "desc")
        .limit(200)
        .execute();
    },

    /** The bottle of this body code, registered where it is not known. */
    async ensure(bodyCode: string, unitId: number): Promise<number> {
      const found = await sql<{ id: number }>`
        insert into bottle (body_code, unit_id) values (${bodyCode}, ${unitId})
        on conflict (body_code) do update set body_code = excluded.body_code returning id`.execute(db);
      return found.rows[0]?.id ?? 0;
    },

    async setState(trx: Db, ids: readonly number[], state: BottleState): Promise<void> {
      await sql`update bottle set state = ${state} where id = any(${[...ids]}::int[])`.execute(trx);
    },

    /** Cleaned: it is empty, and its cap belongs to it no more. */
    async makeNew(trx: Db, id: number, by: string): Promise<void> {
      await sql`
        with broken as (update bottle_pair set broken_at = now(), broken_by = ${by}, reason = 'cleaned'
          where bottle_id = ${id} and broken_at is null)
        update bottle set state = 'new', cleaned_at = current_date where id = ${id}`.execute(trx);
    },

    /** Undefined where there is no pair to break; the sampler where it stands, or stood last, where it ever did. */
    async breakPair(trx: Db, bottleId: number, by: string, reason: string): Promise<BrokenPair | undefined> {
      const broken = await sql<BrokenPair>`
        with broken as (
          update bottle_pair set broken_at = now(), broken_by = ${by}, reason = ${reason}
          where bottle_id = ${bottleId} and broken_at is null returning id, bottle_id, broken_at)
        update bottle set state = case when state = 'bound' then 'new' else state end
        from broken where bottle.id = broken.bottle_id
        returning broken.id as pair_id, broken.broken_at, (select device_id from bottle_place p
          where p.bottle_id = bottle.id order by p.until is null desc, p.since desc limit 1) as device_id`.execute(
        trx,
      );
      return broken.rows[0];
    },
  };
}

export type BrokenPair = { pairId: string; brokenAt: Date; deviceId: number | null };
