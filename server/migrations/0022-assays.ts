import { type Kysely, sql } from "kysely";

/** What was found in samples. Concentrations are in μg/L, as they were entered: numeric keeps every digit. */
export const assays = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table assay (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     bottle_id int not null references bottle(id),
     device_id int references device(id) on delete set null,
     point_id int not null references sampling_point(id),
     sampled_on date not null,
     analyte text not null,
     value numeric check (value >= 0),
     flag text not null check (flag in ('quantified', 'belowLoq', 'notDetected', 'aboveRange', 'rejected')),
     lod numeric check (lod > 0),
     loq numeric check (loq > 0),
     uncertainty numeric check (uncertainty >= 0),
     recovery double precision check (recovery >= 0),
     phase text not null check (phase in ('liquid', 'total')),
     source text not null check (source in ('lcms', 'online', 'handheld')),
     method text not null,
     method_version text not null,
     state text not null default 'draft'
       check (state in ('draft', 'inReview', 'approved', 'rejected', 'superseded')),
     analyst_ids int[] not null check (cardinality(analyst_ids) > 0),
     analyst text not null,
     entered_at timestamptz not null default now(),
     reviewer_id int,
     reviewer text not null default '',
     reviewed_at timestamptz,
     review_note text not null default '',
     reason text not null default '',
     supersedes int references assay(id),
     check (flag <> 'quantified' or value is not null),
     check (state <> 'approved' or (reviewer_id is not null and reviewer_id <> all(analyst_ids))))`,
  // Of one analyte in one sample there is one result in the making, and one that counts.
  `create unique index assay_open on assay (bottle_id, sampled_on, analyte, phase, source)
     where state in ('draft', 'inReview')`,
  `create unique index assay_approved on assay (bottle_id, sampled_on, analyte, phase, source)
     where state = 'approved'`,
  "create index assay_unit on assay (unit_id, sampled_on desc, id desc)",
  "create index assay_newest on assay (sampled_on desc, id desc)",
  "create index assay_point on assay (point_id, sampled_on)",
  "create index assay_device on assay (device_id, sampled_on) where device_id is not null",
  "create index assay_supersedes on assay (supersedes) where supersedes is not null",
];
