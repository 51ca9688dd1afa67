import { type Kysely, sql } from "kysely";

/** A display may be dimmed for part of the day, and spare a panel whose pixels burn in. */
export const brightnessOfDisplays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table display
      add column is_oled boolean not null default false,
      add column dim_from text,
      add column dim_until text,
      add column dim_percent int not null default 60 check (dim_percent between 10 and 100)`.execute(db);
  },
};
