import { type Kysely, sql } from "kysely";

/** What followed from the finds of a run: all of it stands at the first find of its sample. */
export const detectionFollowUps = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table detection_find
     add column bottle_id int references bottle(id),
     add column order_id int references work_order(id) on delete set null,
     add column command_id bigint references command(id) on delete set null`,
  "create index detection_find_bottle on detection_find (bottle_id) where bottle_id is not null",
  "create index detection_find_order on detection_find (order_id) where order_id is not null",
  "create index detection_find_command on detection_find (command_id) where command_id is not null",
];
