import { type Kysely, sql } from "kysely";

/** Plans with their lifecycle: who wrote and approved them, when they ended, and what programmed the sampler. */
export const samplingPlans = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "alter table sampling_plan drop constraint sampling_plan_state_check",
  `update sampling_plan set state = case state when 'submitted' then 'draft' when 'closed' then 'ended' else state end`,
  `alter table sampling_plan
     add check (state in ('draft', 'approved', 'ended', 'cancelled')),
     add column bottle_volume int not null default 1000 check (bottle_volume between 50 and 20000),
     add column writer_ids int[] not null default '{}',
     add column approved_by_id int,
     add column ended_at timestamptz,
     add column ended_by text,
     -- No reference: commands go by age.
     add column command_id bigint,
     add column programmed_at timestamptz,
     add column programmed_by text`,
  "update sampling_plan set writer_ids = array[made_by_id]",
  `alter table sampling_plan add check (approved_by_id is null or approved_by_id <> all(writer_ids)),
     alter column aliquot set not null`,
  "comment on column sampling_plan.state is 'approved plans run and end by the clock; ended: before their time'",
  "create index sampling_plan_device on sampling_plan (device_id, starts_at)",
  "create index sampling_plan_newest on sampling_plan (starts_at desc, id desc)",
];
