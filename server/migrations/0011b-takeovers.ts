import { type Kysely, sql } from "kysely";

/**
 * A connection that another log-in of the same device ended is distinguished from one that broke. What ends it may be
 * recorded before or after its end is, so it is marked by the attempt that took over.
 */
export const takeovers = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create function record_takeover() returns trigger language plpgsql as $$
   begin
     update device_connection set taken_over = true
       where device_id = new.device_id and (until is null or until > new.at - interval '5 seconds')
         and since = (select max(c.since) from device_connection c
           where c.device_id = new.device_id and c.since < new.at);
     return null;
   end $$`,
  `create trigger took_over after insert on connect_attempt
     for each row when (new.took_over) execute function record_takeover()`,
];
