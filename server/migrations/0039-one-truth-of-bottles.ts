import { type Kysely, sql } from "kysely";

/** What tells whose water is in a bottle: when it left its slot, and which program its sampler ran. */
export const oneTruthOfBottles = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "create index bottle_place_left on bottle_place (device_id, until desc) where until is not null",
  // The program that a sampler accepted last by a moment.
  `create index command_program on command (device_id, finished_at desc)
     where identifier = 'setProgram' and state = 'replied'`,
  "alter table water_sampling drop constraint water_sampling_kind_check",
  `alter table water_sampling add constraint water_sampling_kind_check
     check (kind in ('composite24', 'composite', 'grab', 'fieldBlank', 'tripBlank', 'duplicate'))`,
];
