import { type Kysely, sql } from "kysely";

/** Who was notified of an alarm, by what way, and whether it arrived: a step of the alarm that follows its delivery. */
export const alarmsNotified = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "alter table delivery add column alarm_id int references alarm(id) on delete set null",
  "create index delivery_alarm on delivery (alarm_id) where alarm_id is not null",
  `alter table alarm_step
     add column way text check (way in ('mail', 'webhook')),
     -- An address, or the name that the webhook had.
     add column recipient text,
     add column outcome text check (outcome in ('waiting', 'sent', 'failed')),
     add column error text not null default '',
     -- No reference: the step outlives its delivery.
     add column delivery_id bigint,
     add check ((kind = 'told') = (way is not null and recipient is not null and outcome is not null))`,
  "create index alarm_step_delivery on alarm_step (delivery_id) where delivery_id is not null",
  `create function follow_delivery() returns trigger language plpgsql as $$
   begin
     update alarm_step set outcome = new.state, error = new.error, at = coalesce(new.finished_at, at)
       where delivery_id = new.id;
     return null;
   end $$`,
  `create trigger told_of_alarm after update of state, error on delivery
     for each row when (new.alarm_id is not null) execute function follow_delivery()`,
];
