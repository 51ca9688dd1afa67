import { type RawBuilder, sql } from "kysely";

/**
 * Whose rows a caller may touch. This is the one place where it is applied: every statement on a table that
 * belongs to a unit takes a Scope and puts `inScope` into its WHERE. Ids outside answer as if they did not exist.
 */
export type Scope =
  | { kind: "all" }
  | {
      kind: "units";
      unitIds: readonly number[] /** Rows made by this user count too. */;
      ownerId: number | null;
    };

/** The scope of the program's own work: start-up, ingest, jobs. Never of a request. */
export const systemScope: Scope = { kind: "all" };

/** The condition on a unit column (and the maker's column, where the table has one). */
export function inScope(scope: Scope, unitColumn: string, ownerColumn?: string): RawBuilder<boolean> {
  if (scope.kind === "all") return sql<boolean>`true`;
  const byUnit = sql<boolean>`${sql.ref(unitColumn)} = any(${[...scope.unitIds]}::int[])`;
  if (scope.ownerId === null || ownerColumn === undefined) return byUnit;
  return sql<boolean>`(${byUnit} or ${sql.ref(ownerColumn)} = ${scope.ownerId})`;
}

/** The same where a row is of several units at once: who took a sample reaches it, and so does whose laboratory has it. */
export function inScopeOfAny(
  scope: Scope,
  ...unitColumns: readonly [string, ...string[]]
): RawBuilder<boolean> {
  if (scope.kind === "all") return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    unitColumns.map((column) => inScope(scope, column)),
    sql` or `,
  )})`;
}

/** The same decision on a row that is already at hand (live updates). */
export function isInScope(scope: Scope, unitId: number): boolean {
  return scope.kind === "all" || scope.unitIds.includes(unitId);
}
