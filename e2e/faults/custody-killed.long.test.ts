/*
 * Custody under kill -9: writers record events as fast as a busy institution does, the server is killed in the middle of
 * it, again and again. What was acknowledged is in the chain once; what was not is there once or not at all.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addEntrustment } from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem, recordItemEvent } from "@tracewater/contract/evidence/items";
import { exportCustodyChain, verifyCustodyChain } from "@tracewater/contract/laboratory/custody";
import { expect, test } from "vitest";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { startPlatform } from "../support/platform-process.ts";

const rounds = 20;
const writers = 24;
/** Events a second, of all writers together. */
const rate = 50;
const run = promisify(execFile);
const verifier = join(import.meta.dirname, "../../custody/bin/custody-verify.mjs");

test("kill -9 in 20 rounds under 50 custody events a second: lost 0, twice 0, the chain whole", async () => {
  let platform = await startPlatform();
  const { dataDir } = platform;
  let api: ApiClient = await openApi(platform.http);
  const items = await addItems(api, await anyUnit(dataDir));
  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  let number = 0;

  async function write(client: ApiClient, itemId: number, until: { isOver: boolean }): Promise<void> {
    while (!until.isOver) {
      const began = performance.now();
      number += 1;
      const note = `event ${number}`;
      sent.add(note);
      const done = await client
        .call(recordItemEvent, { body: { itemId, step: "audit", note } })
        .then(() => true)
        .catch(() => false);
      if (done) acknowledged.add(note);
      else if (until.isOver) return;
      const rest = (writers / rate) * 1000 - (performance.now() - began);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  let underLoadMs = 0;
  let underLoad = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const until = { isOver: false };
    const client = api;
    const before = acknowledged.size;
    const working = items.map((itemId) => write(client, itemId, until));
    // Counted from the first one: a server that has just started answers its first requests slowly.
    await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    const began = performance.now();
    const first = acknowledged.size;
    const target = first + 60 + ((round * 17) % 60);
    await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(target);
    await platform.kill9();
    underLoadMs += performance.now() - began;
    underLoad += acknowledged.size - first;
    until.isOver = true;
    await Promise.all(working);
    platform = await startPlatform({ dataDir });
    api = await openApi(platform.http);
  }

  const view = await openDatabaseView({ dataDir });
  const stored = await view.rows<{ note: string; times: number }>(
    "select record::jsonb ->> 'note' as note, count(*)::int as times from custody_event where record::jsonb ->> 'kind' = 'audit' group by 1",
  );
  const notes = new Map(stored.map(({ note, times }) => [note, times]));
  const found = {
    acknowledged: acknowledged.size,
    perSecond: Math.round((underLoad / underLoadMs) * 1000),
    lost: [...acknowledged].filter((note) => !notes.has(note)).length,
    twice: stored.filter(({ times }) => times > 1).length,
    unknown: stored.filter(({ note }) => !sent.has(note)).length,
    unacknowledgedButStored: stored.filter(({ note }) => !acknowledged.has(note)).length,
  };
  console.log(`custody after ${rounds} kills: ${JSON.stringify(found)}`);
  expect(found).toMatchObject({ lost: 0, twice: 0, unknown: 0 });
  expect(found.acknowledged).toBeGreaterThan(rounds * 40);
  const numbers = await view.rows<{ gaps: number }>(`
    select count(*)::int as gaps from (select item.key as item, count(*) as events, max(nth.value::int) as last
      from custody_event, jsonb_each_text(record::jsonb -> 'evidence' -> 'nth') nth,
        lateral (select nth.key) item group by 1) t where events <> last`);
  expect(numbers).toEqual([{ gaps: 0 }]);
  const { data } = await api.call(verifyCustodyChain, {});
  expect(data.check).toMatchObject({ fault: null });
  await verifyOffline(api, platform.http);
  expect(await platform.stop()).toBe(0);
});

async function anyUnit(dataDir: string): Promise<number> {
  const view = await openDatabaseView({ dataDir });
  const [unit] = await view.rows<{ id: number }>("select id from dept order by id limit 1");
  await view.close();
  if (unit === undefined) throw new Error("the platform has no unit");
  return unit.id;
}

async function addItems(api: ApiClient, unitId: number): Promise<number[]> {
  const items: number[] = [];
  for (let one = 0; one < writers; one += 1) {
    const written = { clientName: "District court", matters: "Identity?", workTypes: ["other" as const] };
    const { data } = await api.call(addEntrustment, { body: { unitId, ...written } });
    const body = { entrustmentId: data.id, name: "Bag", quantity: 1 };
    items.push((await api.call(addEvidenceItem, { body })).data.id);
  }
  return items;
}

/** The whole chain as a file, verified by the command that needs no server. */
async function verifyOffline(api: ApiClient, http: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tw-custody-"));
  try {
    const response = await fetch(`${http}/prod-api${exportCustodyChain.path}`, {
      headers: { authorization: api.authorization() },
    });
    const file = join(folder, "chain.jsonl");
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const { stdout } = await run(process.execPath, [verifier, file]);
    expect(stdout).toContain("VALID");
    console.log(stdout.split("\n")[0]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
