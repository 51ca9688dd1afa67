import { type Kysely, sql } from "kysely";

/** Who a work order is dispatched to, which of its steps are ticked off, and what happened to it when. */
export const lifeOfWorkOrders = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table work_order
     add column assignee_id int references sys_user(id) on delete set null,
     add column ticked int[] not null default '{}'`,
  "create index work_order_assignee on work_order (assignee_id, id desc) where assignee_id is not null",
  `create table work_order_event (
     id bigint generated always as identity primary key,
     order_id int not null references work_order(id) on delete cascade,
     state text not null,
     at timestamptz not null default now(),
     by_id int,
     by text not null,
     note text not null default '')`,
  "create index work_order_event_order on work_order_event (order_id, id)",
];
