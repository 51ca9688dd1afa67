import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeEvidenceFile } from "@tracewater/contract/evidence/entrustments";
import { getCustodyChain } from "@tracewater/contract/laboratory/custody";
import { type NoteKey, noteKinds, readNoteKey, writeNoteKey } from "@tracewater/custody/checkpoint";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { readEvidencePage } from "@tracewater/custody/evidence-file";
import { writeAddCheckpoint } from "@tracewater/custody/witness";
import { afterAll, expect, test } from "vitest";
import { asSuperuser, forgeRows } from "../../../test/test-chain.ts";
import { evidenceWorld } from "../../../test/test-evidence.ts";
import { addressOf, bearer, note } from "../../../test/test-http.ts";
import { onPlatform } from "../../../test/test-platform.ts";
import { openWitnessFile } from "./witness-file.ts";
import { createWitnessServer } from "./witness-server.ts";

const folder = await mkdtemp(join(tmpdir(), "tw-witness-"));
const path = join(folder, "witness.json");
/** What the witness countersigns; the platform's own key is known once it runs. */
const trusted: NoteKey[] = [];
const court = await startWitness();
const courtKey: NoteKey = { name: "court", publicKey: court.publicKey };

async function startWitness() {
  const file = await openWitnessFile(path);
  const server = createWitnessServer({ name: "court", file, trusted, now: Date.now }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, publicKey: file.key.publicKey };
}

afterAll(async () => {
  court.server.close();
  court.server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

onPlatform(
  "A witness",
  (platform) => {
    const world = evidenceWorld(platform);
    const { custodian } = world;

    async function exportFile(id: number): Promise<{ log: unknown; note: string; size: number }> {
      const address = addressOf(makeEvidenceFile, { params: { id } });
      const response = await fetch(`${platform.url}/prod-api${address}`, {
        method: makeEvidenceFile.method,
        headers: bearer(custodian),
      });
      note(makeEvidenceFile, "success");
      const { blocks } = readEvidencePage(await response.text());
      const key = readNoteKey(checkEvidence(blocks).fileKey);
      if (key === null) throw new Error("the file names no key");
      const { verdicts, checkpoint } = checkEvidence(blocks, [key], [courtKey]);
      const log = verdicts.find(({ kind }) => kind === "log");
      return { log, note: JSON.parse(blocks.checkpoint ?? "{}").note, size: checkpoint?.rows.size ?? 0 };
    }
    const post = (body: string) => fetch(`${court.url}/add-checkpoint`, { method: "POST", body });

    test("that does not know the installation refuses; the file says that it is missing", async () => {
      const { id } = await world.entrust();
      expect((await exportFile(id)).log).toMatchObject({
        ...{ state: "failed", findings: [{ code: "notWitnessed", name: "court" }] },
      });
      expect(platform.takeErrors().join()).toContain('"status":404');
    });

    test("countersigns the checkpoint of each file from then on, and refuses an old one", async () => {
      const { data } = await platform.call(getCustodyChain, {}, await platform.admin());
      const key = readNoteKey(data.checkpointKey);
      if (key === null) throw new Error("the platform has no key of checkpoints");
      trusted.push(key);
      const { id } = await world.entrust();
      const first = await exportFile(id);
      expect(first.log).toMatchObject({
        ...{ state: "ok", findings: [{ code: "log" }, { code: "witnessed", name: "court" }] },
      });
      const second = await exportFile(id);
      expect(second.log).toMatchObject({ state: "ok" });
      expect(second.size).toBe(first.size + 1);
      const old = await post(writeAddCheckpoint(0, [], first.note));
      expect({ status: old.status, size: await old.text() }).toEqual({
        status: 409,
        size: `${second.size}\n`,
      });
      expect((await post(writeAddCheckpoint(second.size, [], second.note))).status).toBe(200);
      expect((await post("nonsense")).status).toBe(400);
      expect((await post("x".repeat(100_000))).status).toBe(413);
      expect((await fetch(`${court.url}/add-checkpoint`)).status).toBe(405);
    });

    test("never countersigns a chain that was rewritten and signed again with the stolen key", async () => {
      const { id } = await world.entrust({ clientName: "The true client" });
      const { size } = await exportFile(id);
      const { events } = await world.track(id);
      const statements = await forgeRows(
        platform,
        { name: "custody", table: "custody_event" },
        events[0]?.seq ?? 0,
        (rows) =>
          rows.map(({ at, record }) => ({
            at,
            record: JSON.parse(JSON.stringify(record).replace("true client", "other client")),
          })),
      );
      // The thief has the database, the key and the file of heads: all of it is made again, right in itself.
      await asSuperuser(platform, [
        ...statements,
        "delete from hash_tile",
        "delete from chain_thing",
        "update chain_tree set size = 0, things = 0",
        "delete from checkpoint",
        "delete from checkpoint_cosignature",
        "delete from chain_head where chain = 'custody'",
        "delete from setting where key like 'chain.heads.custody.%'",
      ]);
      await rm(join(platform.dataDir, "keys", "heads", "custody.jsonl"), { force: true });
      const forged = await exportFile(id);
      expect(forged.size).toBe(size + 1);
      expect(forged.log).toMatchObject({
        ...{ state: "failed", findings: [{ code: "notWitnessed", name: "court" }] },
      });
      expect(platform.takeErrors().join()).toContain('"status":422');
    });

    test("that was started again on its file still refuses another view", async () => {
      const again = await startWitness();
      expect(again.publicKey).toBe(court.publicKey);
      const { id } = await world.entrust();
      const { note: forged } = await exportFile(id);
      platform.takeErrors(); // the platform's log is still the thief's
      const answer = await fetch(`${again.url}/add-checkpoint`, {
        method: "POST",
        body: writeAddCheckpoint(0, [], forged),
      });
      expect(answer.status).toBe(409);
      again.server.close();
      again.server.closeAllConnections();
    });
  },
  { env: { WITNESSES: `${court.url} ${writeNoteKey(courtKey, noteKinds.witness)}` } },
);
