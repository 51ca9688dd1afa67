import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type ModuleVersion = { module: string; version: string; since: Date; informedAt: Date };
export type PastVersion = { module: string; version: string; since: Date };

/** Modules that a device may have, and past versions that are kept of it: what it invents beyond them is dropped. */
const maxModules = 32;
const maxVersions = 100;

/** What each module of a device runs, by its own word. The caller has checked that the device is theirs. */
export function createDeviceFirmwareStore(db: Db) {
  return {
    async save(deviceId: number, module: string, version: string, at: Date): Promise<void> {
      await sql`
        with known as (select module, version, since from device_firmware where device_id = ${deviceId}),
        past as (
          insert into device_firmware_past (device_id, module, version, since)
          select ${deviceId}::int, module, version, since from known where module = ${module}::text and version <> ${version}::text),
        forgotten as (
          delete from device_firmware_past where device_id = ${deviceId} and id <= (select id from device_firmware_past
            where device_id = ${deviceId} order by id desc offset ${maxVersions - 1} limit 1)),
        shown as (
          update device set firmware = ${version}::text
          where id = ${deviceId} and ${module}::text = 'default' and firmware is distinct from ${version}::text)
        insert into device_firmware (device_id, module, version, since, informed_at)
        select ${deviceId}::int, ${module}::text, ${version}::text, ${at}::timestamptz, ${at}::timestamptz
        where exists (select from known where module = ${module}::text) or (select count(*) from known) < ${maxModules}
        on conflict (device_id, module) do update set version = excluded.version, informed_at = excluded.informed_at,
          since = case when device_firmware.version = excluded.version then device_firmware.since else excluded.since end`.execute(
        db,
      );
    },

    async listModules(deviceId: number): Promise<ModuleVersion[]> {
      return db
        .selectFrom("deviceFirmware")
        .select(["module", "version", "since", "informedAt"])
        .where("deviceId", "=", deviceId)
        .orderBy(sql`module <> 'default'`)
        .orderBy("module")
        .limit(maxModules)
        .execute();
    },

    async listPast(deviceId: number): Promise<PastVersion[]> {
      return db
        .selectFrom("deviceFirmwarePast")
        .select(["module", "version", "since"])
        .where("deviceId", "=", deviceId)
        .orderBy("id", "desc")
        .limit(maxVersions)
        .execute();
    },
  };
}
