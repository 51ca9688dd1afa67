import pg from "pg";

export type Statement = { text: string; values: readonly unknown[] };

/** Records what is asked of the database while `work` runs; times of now are left out, so that two runs compare. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = [];
  const { prototype } = pg.Client;
  const query = prototype.query;
  prototype.query = function record(this: unknown, ...args: unknown[]) {
    const [asked, values] = args;
    if (typeof asked === "string") found.push({ text: asked, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return found;
}

/** Whether a value reached the database: as itself, within a pattern, or as the moment it means. */
export function hasValue(statements: readonly Statement[], value: string | number): boolean {
  return JSON.stringify(statements.map((one) => one.values)).includes(String(value));
}

/** The statements of a run that another one did not ask, by their text alone. */
export function newTexts(statements: readonly Statement[], before: readonly Statement[]): string[] {
  const known = new Set(before.map((one) => one.text));
  return statements.map((one) => one.text).filter((text) => !known.has(text));
}
