/**
 * What statements read and change: each is explained with `analyze, buffers` before it runs, in a savepoint or a
 * transaction of its own that is rolled back.
 */
import pg from "pg";

export type StatementCost = {
  text: string;
  /** Rows that scans touched, those they threw away included. */
  read: number;
  /** Rows that were inserted, updated or deleted. */
  changed: number;
  /** Pages of 8 kB, from memory or from disk. */
  pages: number;
};

type Plan = {
  "Node Type": string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Conflict Resolution"?: string;
  "Conflicting Tuples"?: number;
  "Parent Relationship"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Local Hit Blocks"?: number;
  "Local Read Blocks"?: number;
  Plans?: Plan[];
};
type Query = typeof pg.Client.prototype.query;

const explainable = /^\s*(select|insert|update|delete|with|create temp table)\b/i;
const scans =
  /^(Seq Scan|Index Scan|Index Only Scan|Bitmap Heap Scan|Tid Scan|Tid Range Scan|Parallel Seq Scan)$/;

/** Costs of all statements of this process while `work` runs, those of its loops included. */
export async function recordCosts(work: () => Promise<unknown>): Promise<StatementCost[]> {
  const costs: StatementCost[] = [];
  const { prototype } = pg.Client;
  const query = prototype.query;
  const inTransaction = new WeakSet<pg.Client>();

  async function explainFirst(client: pg.Client, args: unknown[]): Promise<unknown> {
    const [text, values] = args as [string, unknown[] | undefined];
    const run = (...asked: unknown[]) => Reflect.apply(query, client, asked) as Promise<pg.QueryResult>;
    const isInside = inTransaction.has(client);
    await run(isInside ? "savepoint cost" : "begin");
    try {
      const found = await run(`explain (analyze, buffers, timing off, format json) ${text}`, values);
      const [explained] = (found.rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"];
      if (explained !== undefined) costs.push({ text, ...costOf(explained.Plan) });
    } catch {
      // The statement itself fails in the same way, where its caller hears of it.
    } finally {
      await run(isInside ? "rollback to savepoint cost" : "rollback");
    }
    return run(...args);
  }

  prototype.query = function measure(this: pg.Client, ...args: unknown[]) {
    const [text] = args;
    const isPlain = typeof text === "string" && typeof args.at(-1) !== "function";
    if (isPlain && /^\s*(begin|start transaction)/i.test(text)) inTransaction.add(this);
    if (isPlain && /^\s*(commit|rollback)\s*;?\s*$/i.test(text)) inTransaction.delete(this);
    return isPlain && explainable.test(text) ? explainFirst(this, args) : Reflect.apply(query, this, args);
  } as Query;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return costs;
}

function costOf(plan: Plan): Omit<StatementCost, "text"> {
  const pages = ["Shared Hit Blocks", "Shared Read Blocks", "Local Hit Blocks", "Local Read Blocks"] as const;
  const cost = { read: 0, changed: 0, pages: pages.reduce((sum, name) => sum + (plan[name] ?? 0), 0) };
  walk(plan, cost);
  return { ...cost, read: Math.round(cost.read), changed: Math.round(cost.changed) };
}

function walk(plan: Plan, cost: { read: number; changed: number }): void {
  const loops = plan["Actual Loops"] ?? 0;
  if (scans.test(plan["Node Type"])) {
    const dropped = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
    cost.read += ((plan["Actual Rows"] ?? 0) + dropped) * loops;
  }
  const parts = plan.Plans ?? [];
  if (plan["Node Type"] === "ModifyTable") {
    const source = parts.filter((part) => part["Parent Relationship"] === "Outer");
    const given = source.reduce(
      (sum, one) => sum + (one["Actual Rows"] ?? 0) * (one["Actual Loops"] ?? 0),
      0,
    );
    const kept = plan["Conflict Resolution"] === "NOTHING" ? (plan["Conflicting Tuples"] ?? 0) : 0;
    cost.changed += given - kept;
  }
  for (const part of parts) walk(part, cost);
}
