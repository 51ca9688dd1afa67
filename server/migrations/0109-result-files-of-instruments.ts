import { type Kysely, sql } from "kysely";

/** Mass spectrometers hand over the result file of a batch at an address of their own, as detectors do with pictures. */
export const resultFilesOfInstruments = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table device_media drop constraint device_media_kind_check`.execute(db);
    await sql`alter table device_media add constraint device_media_kind_check
      check (kind in ('picture', 'clip', 'sheet'))`.execute(db);
    await sql`create index device_media_sheet on device_media (device_id, announced_sha256)
      where kind = 'sheet'`.execute(db);
  },
};
