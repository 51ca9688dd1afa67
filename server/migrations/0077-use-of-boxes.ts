import { type Kysely, sql } from "kysely";

/** The few events of a device that tell who opened it are found among all that it reports. */
export const useOfBoxes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index device_event_box_use on device_event (device_id, ts desc, id desc)
         where identifier in ('opened', 'closed', 'forced', 'leftOpen', 'wrongItem', 'weightChange')`,
      )
      .execute(db);
  },
};
