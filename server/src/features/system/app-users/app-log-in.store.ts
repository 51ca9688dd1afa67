import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** An APP user who may come in. */
export type AppAccount = {
  id: number;
  userName: string;
  deptId: number | null;
  passwordHash: string | null;
  passwordUntil: Date | null;
};

export function createAppLogInStore(db: Db) {
  const open = (today: string) => sql`app_user and deleted_at is null and status = '0'
    and (valid_until is null or valid_until >= ${today}::date)`;
  const columns = sql`id, user_name, dept_id, password_hash, password_until`;

  return {
    /** By phone number or address, as one of them was typed. */
    async findReached(
      channel: "mail" | "text",
      address: string,
      today: string,
    ): Promise<AppAccount | undefined> {
      const which =
        channel === "mail" ? sql`lower(email) = ${address} and email <> ''` : sql`phonenumber = ${address}`;
      const found = await sql<AppAccount>`
        select ${columns} from sys_user where ${open(today)} and ${which} limit 1`.execute(db);
      return found.rows[0];
    },

    async findNamed(name: string, today: string): Promise<AppAccount | undefined> {
      const typed = name.toLowerCase();
      const found = await sql<AppAccount>`
        select ${columns} from sys_user where ${open(today)} and (lower(user_name) = ${typed}
          or (email <> '' and lower(email) = ${typed}) or (phonenumber <> '' and phonenumber = ${typed}))
        limit 1`.execute(db);
      return found.rows[0];
    },

    /** A phone that is known already has been used again. */
    async noteDevice(device: {
      userId: number;
      mark: string;
      name: string;
      agent: string;
      address: string;
      at: Date;
    }): Promise<void> {
      await sql`insert into app_device (user_id, mark, name, agent, address, first_at, last_at)
        values (${device.userId}, ${device.mark}, ${device.name}, ${device.agent}, ${device.address}, ${device.at}, ${device.at})
        on conflict (user_id, mark) do update set name = excluded.name, agent = excluded.agent,
          address = excluded.address, last_at = excluded.last_at`.execute(db);
    },

    /** An older position than the one that is known is passed over. */
    async savePosition(
      userId: number,
      position: { latitude: number; longitude: number; accuracy: number | null; at: Date },
    ): Promise<void> {
      await sql`insert into app_position (user_id, latitude, longitude, accuracy, at)
        values (${userId}, ${position.latitude}, ${position.longitude}, ${position.accuracy}, ${position.at})
        on conflict (user_id) do update set latitude = excluded.latitude, longitude = excluded.longitude,
          accuracy = excluded.accuracy, at = excluded.at where app_position.at <= excluded.at`.execute(db);
    },

    async isAppUser(userId: number): Promise<boolean> {
      const found = await sql`select 1 from sys_user where id = ${userId} and app_user`.execute(db);
      return found.rows.length > 0;
    },
  };
}
