import { type Kysely, sql } from "kysely";

/** Limits of analytes in versions, results over them with what followed, bottles that are kept, and work orders. */
export const overTheLimit = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // A row is never changed, because what followed names it. Without a value there is no limit from then on.
  `create table analyte_limit (
     id int generated always as identity primary key,
     unit_id int references dept(id),
     analyte text not null,
     phase text not null check (phase in ('liquid', 'total')),
     version int not null check (version > 0),
     value numeric check (value > 0),
     source text not null,
     reason text not null,
     created_at timestamptz not null default now(),
     created_by text not null)`,
  "comment on column analyte_limit.unit_id is 'null: for every unit that has none of its own'",
  `create unique index analyte_limit_version on analyte_limit (coalesce(unit_id, 0), analyte, phase, version)`,
  `create table bottle_hold (
     id int generated always as identity primary key,
     bottle_id int not null references bottle(id),
     origin text not null,
     since timestamptz not null,
     placed_by text not null,
     released_at timestamptz,
     released_by text,
     release_reason text not null default '')`,
  "create unique index bottle_hold_open on bottle_hold (bottle_id, origin) where released_at is null",
  "create index bottle_hold_origin on bottle_hold (origin)",
  `create table work_order (
     id int generated always as identity primary key,
     order_no text not null unique,
     unit_id int not null references dept(id),
     source text not null check (source in ('alarm', 'plan', 'hand')),
     -- What made it, where that is no person; it makes one alone.
     origin text,
     title text not null,
     title_zh text not null,
     device_id int references device(id) on delete set null,
     point_id int references sampling_point(id),
     assignee text not null default '',
     due timestamptz,
     steps jsonb not null default '[]',
     note text not null default '',
     state text not null default 'draft' check (state in ('draft', 'dispatched', 'accepted', 'onSite', 'done',
       'verified', 'cancelled')),
     state_reason text not null default '',
     state_by text not null default '',
     made_by text not null,
     made_by_id int,
     created_at timestamptz not null default now(),
     changed_at timestamptz not null default now())`,
  "create unique index work_order_origin on work_order (origin) where origin is not null",
  "create index work_order_unit on work_order (unit_id, id desc)",
  "create index work_order_point on work_order (point_id)",
  "create index work_order_device on work_order (device_id)",
  // An approved result over its limit. Results that supersede each other have the root of the first one over it.
  `create table assay_excess (
     id int generated always as identity primary key,
     assay_id int not null unique references assay(id),
     root_id int not null references assay(id),
     unit_id int not null references dept(id),
     limit_id int not null references analyte_limit(id),
     limit_value numeric not null,
     device_id int references device(id) on delete set null,
     bottle_id int references bottle(id),
     order_id int references work_order(id),
     -- No reference: commands go by age.
     command_id bigint,
     at timestamptz not null,
     closed_at timestamptz,
     closed_by int references assay(id))`,
  "create index assay_excess_root on assay_excess (root_id)",
  "create index assay_excess_unit on assay_excess (unit_id, at desc)",
];
