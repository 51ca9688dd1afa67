/*
 * A witness that is killed at any moment, between writing its file and answering among them: of two views of one log that
 * both go on from the same checkpoint it never countersigns both.
 */
import { spawn } from "node:child_process";
import { hash as hashOf } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toBase64 } from "@tracewater/custody/base64";
import { signNote, writeCheckpoint, writeNoteKey } from "@tracewater/custody/checkpoint";
import { signingKey } from "@tracewater/custody/head";
import { createMerkle } from "@tracewater/custody/merkle";
import { createTileTree } from "@tracewater/custody/tile-tree";
import { writeAddCheckpoint } from "@tracewater/custody/witness";
import { afterAll, expect, test } from "vitest";

const rounds = 60;
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "tw-witness-"));
const merkle = createMerkle((bytes) => hashOf("sha256", bytes, "buffer"));
const key = signingKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
const origin = "log-under-test";

const trust = writeNoteKey({ name: origin, publicKey: key.publicKey });
const end = async ({ child, closed }: Awaited<ReturnType<typeof start>>) => {
  child.kill("SIGKILL");
  await closed;
};
let witness = await start();
afterAll(async () => {
  await end(witness);
  await rm(folder, { recursive: true, force: true });
});

/** The built command, on the file that the last one left. */
async function start() {
  // The lifeline ends it with this process: nothing is left when a test run is killed.
  const lifeline = ["--import", join(root, "tools/run/lifeline.mjs")];
  const args = ["witness", "--name", "court", "--port", "0", "--trust", trust];
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(process.execPath, [...lifeline, join(root, "server/dist/main.js"), ...args], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, LANG, NODE_ENV: "production", LOG_LEVEL: "warn", DATA_DIR: folder },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => undefined);
  const closed = once(child, "close");
  const port = await new Promise<number>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const ready = /^ready (\{.*\})$/m.exec(text)?.[1];
      if (ready !== undefined) resolve(JSON.parse(ready).port);
    });
    child.once("error", reject).once("close", () => reject(new Error(`the witness ended: ${text}`)));
  });
  return { child, closed, url: `http://127.0.0.1:${port}/add-checkpoint` };
}

test("a witness killed between its file and its answer, 60 times, never countersigns two views of a log", async () => {
  const counts = { killedBeforeAnswer: 0, first: 0, other: 0, both: 0, keptWithoutAnswer: 0 };
  /** The leaves that the witness countersigned so far. */
  let leaves: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const old = leaves.length;
    const first = [...leaves, `a ${round}`];
    const other = [...leaves, `b ${round}`];
    const answer = ask(witness.url, old, first);
    // From before the request is read to after it was answered.
    await new Promise((resolve) => setTimeout(resolve, (round * 7) % 25));
    await end(witness);
    const firstStatus = await answer;
    if (firstStatus === 0) counts.killedBeforeAnswer += 1;
    witness = await start();
    const otherStatus = await ask(witness.url, old, other);
    if (firstStatus === 200) counts.first += 1;
    if (otherStatus === 200) counts.other += 1;
    if (firstStatus === 200 && otherStatus === 200) counts.both += 1;
    if (firstStatus === 0 && otherStatus !== 200) counts.keptWithoutAnswer += 1;
    expect([200, 409, 422]).toContain(otherStatus);
    leaves = otherStatus === 200 ? other : first;
  }
  console.log(`witness after ${rounds} kills: ${JSON.stringify(counts)}`);
  expect(counts.both).toBe(0);
  // The kills met requests on both sides of the write.
  expect(counts.first).toBeGreaterThan(0);
  expect(counts.other).toBeGreaterThan(0);
});

/** The status of the answer; 0 where none came. */
async function ask(url: string, old: number, leaves: readonly string[]): Promise<number> {
  const tree = createTileTree({ merkle, size: 0, load: async () => undefined });
  for (const leaf of leaves) await tree.append(merkle.hashLeaf(Buffer.from(leaf)));
  await tree.takeChanged();
  const things = { size: 0, root: merkle.emptyRoot() };
  const body = writeCheckpoint({ origin, rows: { size: leaves.length, root: await tree.root() }, things });
  const note = signNote(body, { name: origin, secretKey: key.secretKey });
  const path = old === 0 ? [] : (await tree.proveConsistency(old)).map(toBase64);
  return fetch(url, { method: "POST", body: writeAddCheckpoint(old, path, note) }).then(
    (response) => response.status,
    () => 0,
  );
}
