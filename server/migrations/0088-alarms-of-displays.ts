import { type Kysely, sql } from "kysely";

/** An alarm is about a device, or about a display. */
export const alarmsOfDisplays = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table alarm
     alter column device_id drop not null,
     alter column type_key drop not null,
     add column display_id int references display(id) on delete cascade,
     add constraint alarm_about check ((device_id is null) <> (display_id is null)) not valid`,
  "create unique index alarm_open_display on alarm (display_id, origin) where cleared_at is null and display_id is not null",
  "create index alarm_of_display on alarm (display_id) where display_id is not null",
];
