import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

export type SeedPoint = {
  code: string;
  name: string;
  unit_id: number;
  latitude: number;
  longitude: number;
  zone: string;
  country: string;
  place: string;
  population: number | null;
  source: string;
};

export type SeedDevice = {
  device_name: string;
  nickname: string;
  unit_id: number;
  point_code: string | null;
  product_id: number;
  /** Hex of the sealed secret. */
  secret: string;
};

/** Times are ISO. */
export type SeedBottles = {
  bottles: { code: string; state: string; lot: string; cleaned: string | null }[];
  pairs: { code: string; cap: string; bound: string; broken: string | null; reason: string | null }[];
  places: { code: string; slot: number; since: string; until: string | null; delivery: string | null }[];
};

export type SeedStore = ReturnType<typeof createSeedStore>;

/** Many rows in one statement each; what exists already stays as it is. */
export function createSeedStore(db: Db) {
  return {
    /** People without passwords; an administrator gives them one where somebody is to log in so. */
    async addPeople(
      given: readonly { userName: string; nickName: string; unitId: number; role: string }[],
    ): Promise<void> {
      await sql`
        with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
            as p("userName" text, "nickName" text, "unitId" int, role text)),
        added as (insert into sys_user (user_name, nick_name, dept_id)
          select g."userName", g."nickName", g."unitId" from given g
          on conflict do nothing returning id, user_name)
        insert into user_role (user_id, role_id) select added.id, role.id from added
          join given g on g."userName" = added.user_name join role on role.role_key = g.role`.execute(db);
    },

    async findPerson(userName: string): Promise<number | undefined> {
      const found = await db
        .selectFrom("sysUser")
        .select("id")
        .where("userName", "=", userName)
        .executeTakeFirst();
      return found?.id;
    },

    async findUnit(name: string): Promise<number | undefined> {
      const query = db.selectFrom("dept").select("id").where("name", "=", name).where("parentId", "is", null);
      return (await query.executeTakeFirst())?.id;
    },

    /** The department of this name under a unit. */
    async ensureBelow(unitId: number, name: string): Promise<number> {
      const found = await db
        .selectFrom("dept")
        .select("id")
        .where("name", "=", name)
        .where("parentId", "=", unitId)
        .executeTakeFirst();
      if (found !== undefined) return found.id;
      const added = db.insertInto("dept").values({ name, parentId: unitId }).returning("id");
      return (await added.executeTakeFirstOrThrow()).id;
    },

    /** The samplers that are at a point with people behind it, in the order of their ids. */
    async listSampledPoints() {
      const found = await db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .innerJoin("samplingPoint as point", "point.id", "device.pointId")
        .innerJoin("dept", "dept.id", "device.unitId")
        .select(["device.id as deviceId", "device.deviceName", "dept.name as unit", "device.unitId"])
        .select(["point.id as pointId", "point.code", "point.population"])
        .where("product.typeKey", "=", "waterSample")
        .where("point.population", ">", 0)
        .orderBy("device.id")
        .limit(1000)
        .execute();
      return found.map((one) => ({ ...one, population: one.population ?? 0 }));
    },

    /** Devices of a type that have no bottles yet. */
    async listBottleless(typeKey: string): Promise<{ id: number; deviceName: string; unitId: number }[]> {
      return db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .select(["device.id", "device.deviceName", "device.unitId"])
        .where("product.typeKey", "=", typeKey)
        .where(sql<boolean>`not exists (select from bottle_place where device_id = device.id)`)
        .orderBy("device.id")
        .limit(10_000)
        .execute();
    },

    /** Bottles with their caps and where each was, in one statement. */
    async addBottles(deviceId: number, unitId: number, by: string, given: SeedBottles): Promise<void> {
      await sql`
        with given as (select * from jsonb_to_recordset(${JSON.stringify(given.bottles)}::jsonb)
            as b(code text, state text, lot text, cleaned timestamptz)),
        added as (insert into bottle (body_code, unit_id, lot, state, cleaned_at)
          select code, ${unitId}, lot, state, cleaned::date from given on conflict do nothing returning id, body_code),
        pairs as (insert into bottle_pair (bottle_id, cap_code, bound_at, bound_by, broken_at, broken_by, reason)
          select added.id, p.cap, p.bound, ${by}, p.broken, case when p.broken is not null then ${by} end,
            coalesce(p.reason, '')
          from jsonb_to_recordset(${JSON.stringify(given.pairs)}::jsonb)
            as p(code text, cap text, bound timestamptz, broken timestamptz, reason text)
          join added on added.body_code = p.code)
        insert into bottle_place (device_id, slot, bottle_id, since, until, put_by, taken_by, delivery_no)
        select ${deviceId}, p.slot, added.id, p.since, p.until, ${by}, case when p.until is not null then ${by} end,
          p.delivery
        from jsonb_to_recordset(${JSON.stringify(given.places)}::jsonb)
          as p(code text, slot int, since timestamptz, until timestamptz, delivery text)
        join added on added.body_code = p.code`.execute(db);
    },

    async addPoints(points: readonly SeedPoint[]): Promise<number> {
      const added = await sql`
        insert into sampling_point (code, name, kind, unit_id, latitude, longitude, zone, country, place, population,
          source)
        select code, name, 'plantInlet', unit_id, latitude, longitude, zone, country, place, population, source
        from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as p(code text, name text, unit_id int,
          latitude double precision, longitude double precision, zone text, country text, place text, population int, source text)
        on conflict do nothing`.execute(db);
      return Number(added.numAffectedRows ?? 0n);
    },

    /** One that is there, of a seed that was cut off, gets the secret that is reported this time. */
    async addDevices(devices: readonly SeedDevice[]): Promise<number> {
      const added = await sql`
        with given as (select d.*, p.id as point_id from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
            as d(device_name text, nickname text, unit_id int, point_code text, product_id int, secret text)
            left join sampling_point p on p.code = d.point_code),
        added as (insert into device (device_name, nickname, unit_id, point_id, product_id, secret_sealed)
          select device_name, nickname, unit_id, point_id, product_id, decode(secret, 'hex') from given
          on conflict do nothing returning id, unit_id, point_id, created_at),
        renewed as (update device set secret_sealed = decode(given.secret, 'hex') from given
          where device.product_id = given.product_id and device.device_name = given.device_name),
        spans as (insert into device_unit (device_id, unit_id, since) select id, unit_id, created_at from added)
        insert into device_point (device_id, point_id, since)
        select id, point_id, created_at from added where point_id is not null`.execute(db);
      return Number(added.numAffectedRows ?? 0n);
    },

    /** The platform wants the own logs of these devices. */
    async requestLogs(names: readonly string[], by: string): Promise<void> {
      await sql`insert into device_log_switch (device_id, is_on, changed_at, actor_name)
        select id, true, now(), ${by} from device where device_name = any(${[...names]}::text[])
        on conflict do nothing`.execute(db);
    },

    /** The devices of these names with what an uplink of theirs has to say. */
    async findDevices(names: readonly string[]) {
      return db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .select(["device.id", "device.deviceName", "device.unitId", "device.productId", "product.typeKey"])
        .where(sql<boolean>`device.device_name = any(${[...names]}::text[])`)
        .execute();
    },

    /** It has been there, with its unit and at its point, since its first report. */
    async activateSince(deviceId: number, since: Date): Promise<void> {
      await sql`with units as (update device_unit set since = ${since}
          where device_id = ${deviceId} and until is null and since > ${since}),
        points as (update device_point set since = ${since}
          where device_id = ${deviceId} and until is null and since > ${since})
        update device set activated_at = least(activated_at, ${since}), created_at = least(created_at, ${since}),
        last_online_at = coalesce(last_online_at, now()) where id = ${deviceId}`.execute(db);
    },
  };
}
