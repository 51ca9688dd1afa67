import { type Kysely, sql } from "kysely";

/**
 * Lists of records take a period: each reads them by their time, newest first, from an index of its own. Three of these
 * take the place of an index by number.
 */
export const periodsOfRecords = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "create index command_of_device on command (device_id, queued_at desc, id desc)",
  "drop index command_device",
  "create index command_batch_time on command_batch (type_key, created_at desc, id desc)",
  "create index bottle_entry_time on bottle_entry (device_id, asked_at desc, id desc)",
  "drop index bottle_entry_device",
  "create index firmware_batch_time on firmware_batch (created_at desc, id desc)",
  "create index firmware_upgrade_time on firmware_upgrade (queued_at desc, id desc)",
  "create index delivery_time on delivery (created_at desc, id desc)",
  "create index delivery_of_webhook on delivery (webhook_id, created_at desc, id desc)",
  "drop index delivery_of",
  "create index alarm_raised_of_device on alarm (device_id, raised_at desc)",
  "create index alarm_cleared_of_device on alarm (device_id, cleared_at desc) where cleared_at is not null",
];
