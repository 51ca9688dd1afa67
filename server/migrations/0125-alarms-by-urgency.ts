import { type Kysely, sql } from "kysely";

/** The list of alarms begins with the open ones, the gravest of them on top; its pages follow this index. */
export const alarmsByUrgency = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index alarm_urgency on alarm (
      (case when cleared_at is not null then 0
        else array_position(array['info', 'warning', 'major', 'critical'], severity) end) desc,
      raised_at desc, id desc)`.execute(db);
  },
};
