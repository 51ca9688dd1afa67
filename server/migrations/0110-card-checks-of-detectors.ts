import { type Kysely, sql } from "kysely";

/** The light source and the camera of a detector are checked with a card, and are due for it by a date. */
export const cardChecksOfDetectors = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const causes = "('controlFailed', 'checkFailed', 'controlOverdue', 'checkOverdue')";

const statements = [
  `alter table board_control_plan add column check_interval_days int check (check_interval_days between 1 and 365),
     add column check_since timestamptz`,
  "alter table board_test drop constraint board_test_withheld_check",
  // Every row obeys the narrower one: nothing has to be read again.
  `alter table board_test add constraint board_test_withheld_check check (withheld in ${causes}) not valid`,
  "alter table board_lockout drop constraint board_lockout_cause_check",
  `alter table board_lockout add constraint board_lockout_cause_check check (cause in ${causes})`,
];
