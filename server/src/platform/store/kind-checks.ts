/*
 * Kinds that the contract declares (alarm sources, states of bottles) and the database checks: the check of a column is
 * made from the declaration, so that a new kind needs no migration. See docs/decisions/0084.
 */
import { bottleState } from "@tracewater/contract/field/bottles";
import { workOrderSource, workOrderState } from "@tracewater/contract/field/work-orders";
import { clearBy, ruleOperator, severity } from "@tracewater/contract/fleet/alarm-rules";
import { alarmSource, ruleSource } from "@tracewater/contract/fleet/alarm-sources";
import { alarmState } from "@tracewater/contract/fleet/alarms";
import { controlOutcome, detectionState } from "@tracewater/contract/laboratory/detections";
import { sql } from "kysely";
import type { Log } from "../log.ts";
import type { Db } from "./database.ts";

type KindColumn = { table: string; column: string; kinds: readonly string[] };

export const kindColumns: readonly KindColumn[] = [
  { table: "alarm", column: "source", kinds: alarmSource.options },
  { table: "alarm", column: "state", kinds: alarmState.options },
  { table: "alarm", column: "severity", kinds: severity.options },
  { table: "alarm_rule", column: "source", kinds: ruleSource.options },
  { table: "alarm_rule", column: "severity", kinds: severity.options },
  { table: "alarm_rule", column: "operator", kinds: ruleOperator.options },
  { table: "alarm_rule", column: "clear_by", kinds: clearBy.options },
  { table: "bottle", column: "state", kinds: bottleState.options },
  { table: "detection", column: "state", kinds: detectionState.options },
  { table: "detection", column: "qc", kinds: controlOutcome.options },
  { table: "detection", column: "blank", kinds: controlOutcome.options },
  { table: "work_order", column: "source", kinds: workOrderSource.options },
  { table: "work_order", column: "state", kinds: workOrderState.options },
];

/**
 * Adds the kinds that a check lacks; starters alongside wait for each other. It never takes a kind away: rows may have it,
 * and a newer version may run on the same database. Removing one takes a migration.
 */
export async function ensureKindChecks(db: Db, log: Log): Promise<void> {
  const plain = db.withoutPlugins();
  await plain.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tracewater kinds'))`.execute(trx);
    for (const { table, column, kinds } of kindColumns) {
      const allowed = await readKinds(trx, table, column);
      const missing = kinds.filter((kind) => !allowed.includes(kind));
      if (missing.length === 0) continue;
      const values = sql.join([...allowed, ...missing].map((kind) => sql.lit(kind)));
      const name = sql.id(checkName(table, column));
      // Not valid: what is stored was checked by the narrower list, and no row is read again.
      await sql`alter table ${sql.table(table)} drop constraint if exists ${name},
        add constraint ${name} check (${sql.id(column)} in (${values})) not valid`.execute(trx);
      log.info({ table, column, missing }, "added kinds to a check");
    }
  });
}

/** The kinds that the database takes in a column; none where it has no check. */
export async function readKinds(db: Db, table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select found.parts[1] as kind from pg_constraint c,
      regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''', 'g') as found(parts)
    where c.conrelid = to_regclass(${table}) and c.contype = 'c' and c.conname = ${checkName(table, column)}`.execute(
    db.withoutPlugins(),
  );
  return rows.map(({ kind }) => kind);
}

/** As PostgreSQL names the check of a column by itself. */
function checkName(table: string, column: string): string {
  return `${table}_${column}_check`;
}
