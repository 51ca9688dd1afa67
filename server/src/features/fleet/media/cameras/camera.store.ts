/** Cameras, and the frame that a device shows of one. */
import type { CameraKind, Frame } from "@tracewater/contract/fleet/cameras";
import { type Expression, type SqlBool, sql } from "kysely";
import { inScope, type Scope } from "../../../../platform/scope.ts";
import { onUniqueViolation } from "../../../../platform/store/constraint-errors.ts";
import { containing } from "../../../../platform/store/contains.ts";
import type { Db } from "../../../../platform/store/database.ts";

export type CameraRecord = {
  id: number;
  unitId: number;
  unitName: string;
  deviceId: number | null;
  deviceName: string | null;
  name: string;
  kind: CameraKind;
  address: string;
  addressSealed: Buffer | null;
  frame: unknown;
  retentionDays: number;
};

export type CameraRow = {
  unitId: number;
  deviceId: number | null;
  name: string;
  kind: CameraKind;
  address: string;
  addressSealed: Buffer | null;
  frame: Frame | null;
  retentionDays: number;
};

export type CameraFilter = {
  keyword?: string | undefined;
  unitId?: number | undefined;
  deviceId?: number | undefined;
};

export type FrameRow = { cameraId: number | null; enabled: boolean } & Frame;

export function createCameraStore(db: Db) {
  const records = () =>
    db
      .selectFrom("camera")
      .innerJoin("dept", "dept.id", "camera.unitId")
      .leftJoin("device", "device.id", "camera.deviceId")
      .select([
        "camera.id",
        "camera.unitId",
        "dept.name as unitName",
        "camera.deviceId",
        "device.deviceName",
        "camera.name",
        "camera.kind",
        "camera.address",
        "camera.addressSealed",
        "camera.frame",
        "camera.retentionDays",
      ]);

  return {
    async list(
      scope: Scope,
      filter: CameraFilter,
      page: { limit: number; offset: number },
    ): Promise<CameraRecord[]> {
      return records()
        .where(matches(scope, filter))
        .orderBy("camera.name")
        .orderBy("camera.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(scope: Scope, filter: CameraFilter): Promise<number> {
      const counted = await db
        .selectFrom("camera")
        .where(matches(scope, filter))
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<CameraRecord | undefined> {
      return records().where("camera.id", "=", id).where(inScope(scope, "camera.unit_id")).executeTakeFirst();
    },

    /** A unit's camera of this address, as it is shown. */
    async findByAddress(unitId: number, address: string): Promise<CameraRecord | undefined> {
      return records()
        .where("camera.unitId", "=", unitId)
        .where("camera.address", "=", address)
        .orderBy("camera.id")
        .limit(1)
        .executeTakeFirst();
    },

    /** Undefined where the unit has a camera of this name. */
    async add(row: CameraRow): Promise<number | undefined> {
      const added = await db
        .insertInto("camera")
        .values(written(row))
        .onConflict((conflict) => conflict.columns(["unitId", "name"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** False where the unit has another camera of this name. */
    async change(id: number, row: CameraRow): Promise<boolean> {
      const change = db.updateTable("camera").set(written(row)).where("id", "=", id).execute();
      return onUniqueViolation(
        change.then(() => true),
        () => false,
      );
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("camera").where("id", "=", id).execute();
    },

    async findFrame(deviceId: number): Promise<FrameRow | undefined> {
      return db
        .selectFrom("deviceFrame")
        .where("deviceId", "=", deviceId)
        .select(["cameraId", "enabled", "x", "y", "width", "height"])
        .executeTakeFirst();
    },

    async setFrame(deviceId: number, row: FrameRow): Promise<void> {
      await db
        .insertInto("deviceFrame")
        .values({ deviceId, ...row })
        .onConflict((conflict) => conflict.column("deviceId").doUpdateSet(row))
        .execute();
    },
  };
}

function matches(scope: Scope, filter: CameraFilter): Expression<SqlBool> {
  const parts = [inScope(scope, "camera.unit_id")];
  if (filter.keyword !== undefined) {
    const pattern = containing(filter.keyword);
    parts.push(sql<boolean>`(camera.name ilike ${pattern} or camera.address ilike ${pattern})`);
  }
  if (filter.unitId !== undefined) parts.push(sql<boolean>`camera.unit_id = ${filter.unitId}`);
  if (filter.deviceId !== undefined) parts.push(sql<boolean>`camera.device_id = ${filter.deviceId}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const written = ({ frame, ...row }: CameraRow) => ({
  ...row,
  frame: frame === null ? null : JSON.stringify(frame),
});
