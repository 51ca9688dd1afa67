import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { chainRow } from "@tracewater/custody/chain";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { exportChain, verifyExport } from "../../../../test/test-chain.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

let points = 0;

/** A change, and the id of its request. */
async function change(platform: TestPlatform): Promise<string> {
  points += 1;
  const body = { code: `W-${points}`, name: "Inlet", kind: "other", unitId: await platform.unit() };
  const answer = await platform.ask(samplingPoints.calls.add, { body }, await platform.admin());
  expect(answer.body.code).toBe(200);
  return answer.headers.get("x-request-id") ?? "";
}

async function recordsOf(platform: TestPlatform, requestId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from audit_log where request_id = ${requestId}`.execute(platform.db);
  return found.rows[0]?.count ?? 0;
}

onPlatform("A record that the store does not take", (platform) => {
  test("turns no success into a failure; it waits in a file and is chained once, when the database takes it again", async () => {
    await change(platform);
    const blocker = new pg.Client(platform.owner);
    await blocker.connect();
    await blocker.query("begin; select 1 from chain_end where chain = 'audit' for update");
    const late = await change(platform);
    expect(await recordsOf(platform, late)).toBe(0);
    await blocker.query("rollback");
    await blocker.end();
    await eventually(() => recordsOf(platform, late)).toBe(1);
    // What was late made it by itself, too: the file's copy must not make it two.
    await platform.restart();
    expect(await recordsOf(platform, late)).toBe(1);
    const after = await change(platform);
    expect(await recordsOf(platform, after)).toBe(1);
    expect(await verifyExport(platform, await platform.admin())).toMatchObject({ code: 0 });
  });
});

let clock = Date.now();

onPlatform(
  "R7: a clock that goes back",
  (platform) => {
    test("leaves the chain monotone, each record with what the clock said; a new day signs the one before", async () => {
      await change(platform);
      clock -= 3_600_000;
      const earlier = await change(platform);
      clock += 25 * 3_600_000;
      await change(platform);
      await platform.restart();
      const lines = (await exportChain(platform, await platform.admin())).trim().split("\n");
      const rows = lines
        .map((line) => JSON.parse(line))
        .flatMap((line) => ("row" in line ? [chainRow.parse(line.row)] : []));
      const times = rows.map((row) => Date.parse(row.at));
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const record = rows.map((row) => row.record).find((one) => (one as { id: string }).id === earlier);
      expect((record as { time: number }).time).toBeLessThan(times[0] ?? 0);
      const heads = lines.flatMap((line) => ("head" in JSON.parse(line) ? [JSON.parse(line).head.day] : []));
      expect(heads[0]).toBe(rows[0]?.at.slice(0, 10));
      expect(new Set(heads).size).toBe(2);
      expect(await verifyExport(platform, await platform.admin())).toMatchObject({ code: 0 });
    });
  },
  { now: () => clock },
);
