import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeEvidenceFile } from "@tracewater/contract/evidence/entrustments";
import { addItemPhoto, getItemFile, listItemFiles } from "@tracewater/contract/evidence/item-files";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { readEvidencePage } from "@tracewater/custody/evidence-file";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import { asSuperuser } from "../../../../test/test-chain.ts";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { addressOf, bearer, note } from "../../../../test/test-http.ts";
import { makePicture } from "../../../../test/test-picture.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Photos of items", (platform) => {
  const world = evidenceWorld(platform);
  const { custodian, second, foreign } = world;
  const add = (itemId: number, bytes: Uint8Array, as = custodian, caption = "Seal") =>
    sendFile(platform, addItemPhoto, bytes, { params: { id: itemId }, query: { caption } }, as);
  const fetchFile = (fileId: number, as = custodian) =>
    fetch(`${platform.url}/prod-api${addressOf(getItemFile, { params: { id: fileId } })}`, {
      headers: { ...bearer(as), "accept-language": "en" },
    });
  const listFiles = async (itemId: number) =>
    (await platform.call(listItemFiles, { params: { id: itemId } }, custodian)).data;

  async function verdictsOf(id: number) {
    const path = makeEvidenceFile.path.replace(":id", String(id));
    const made = await fetch(`${platform.url}/prod-api${path}`, {
      method: "POST",
      headers: bearer(custodian),
    });
    const { verdicts, document } = checkEvidence(readEvidencePage(await made.text()).blocks);
    return { document, failed: verdicts.filter(({ state }) => state === "failed"), files: verdicts[3] };
  }

  test("are kept byte for byte, with their hash in the custody event and in the file for the court", async () => {
    const { id, itemId, itemNo } = await world.begin();
    const { bytes, sha256 } = makePicture(1);
    expect(await add(itemId, bytes)).toMatchObject({ code: 200, data: { sha256, caption: "Seal" } });
    const [file] = await listFiles(itemId);
    const name = `${itemNo}-1.png`;
    expect(file).toMatchObject({ kind: "photo", name, mediaType: "image/png", bytes: bytes.length });
    const shown = await fetchFile(file?.fileId ?? 0);
    note(getItemFile, "success");
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await world.readItem(itemId)).events.at(-1)).toMatchObject({
      ...{ kind: "step", condition: "photo", note: "Seal" },
      evidence: { file: { name, mediaType: "image/png", sha256 } },
    });
    const { document, files } = await verdictsOf(id);
    expect(document?.files).toEqual([{ item: itemNo, name, mediaType: "image/png", sha256 }]);
    expect(files).toMatchObject({ state: "ok", findings: [{ code: "files", count: 1 }] });
  });

  test("that were swapped on the disk are shown to nobody, and the verifier names them", async () => {
    const { id, itemId, itemNo } = await world.begin();
    await add(itemId, makePicture(2).bytes);
    const [file] = await listFiles(itemId);
    const stored = await sql<{ file: string }>`
      select file from evidence_file where id = ${file?.fileId}`.execute(platform.db);
    const name = stored.rows[0]?.file ?? "";
    await writeFile(join(platform.dataDir, "evidence", name.slice(0, 2), name), makePicture(3).bytes);
    const refused = await fetchFile(file?.fileId ?? 0);
    note(getItemFile, "refusal");
    expect(await refused.json()).toMatchObject({
      code: 409,
      msg: expect.stringContaining("SHA-256 differs"),
    });
    expect((await verdictsOf(id)).failed).toMatchObject([
      { kind: "files", findings: [{ code: "fileChanged", name: `${itemNo}-1.png` }] },
    ]);
  });

  test("whose hash was changed along with their bytes do not fit the record of the chain", async () => {
    const { id, itemId, itemNo } = await world.begin();
    await add(itemId, makePicture(4).bytes);
    const other = makePicture(5);
    const [file] = await listFiles(itemId);
    const stored = await sql<{ file: string }>`
      select file from evidence_file where id = ${file?.fileId}`.execute(platform.db);
    const name = stored.rows[0]?.file ?? "";
    await writeFile(join(platform.dataDir, "evidence", name.slice(0, 2), name), other.bytes);
    await asSuperuser(platform, [
      `update evidence_file set sha256 = '${other.sha256}' where id = ${file?.fileId}`,
    ]);
    const photo = (await world.readItem(itemId)).events.at(-1);
    expect((await verdictsOf(id)).failed).toMatchObject([
      { kind: "files", findings: [{ code: "fileSwapped", name: `${itemNo}-1.png`, seq: photo?.seq }] },
    ]);
  });

  test("are refused with a sentence and leave nothing: no event, no row, no file on the disk", async () => {
    const { itemId } = await world.begin();
    const { bytes } = makePicture(6);
    await add(itemId, bytes);
    const before = { item: await world.readItem(itemId), disk: await filesOnDisk() };
    const refusals = [
      [await add(itemId, Buffer.from("<svg/>")), 400, "must be a JPEG, PNG or WebP picture"],
      [await add(itemId, Buffer.alloc(0)), 400, "must be a JPEG, PNG or WebP picture"],
      [await add(itemId, bytes.subarray(0, 40)), 400, "must be a JPEG, PNG or WebP picture"],
      [await add(itemId, bytes), 409, "was added before"],
      [await add(itemId, makePicture(7).bytes, second), 500, "Only that person can record this step"],
      [await add(itemId, makePicture(7).bytes, foreign), 404, "not found"],
      [await add(999_999, makePicture(7).bytes), 404, "not found"],
      [await add(itemId, makePicture(7).bytes, custodian, "x".repeat(201)), 400, "caption"],
    ] as const;
    for (const [answer, code, says] of refusals) {
      expect(answer).toMatchObject({ code });
      expect(JSON.stringify(answer)).toContain(says);
    }
    await world.record(itemId, { step: "return", toPerson: "J. Roe" }, custodian);
    expect((await add(itemId, makePicture(8).bytes)).msg).toContain("“add a photo” is not possible");
    expect((await world.readItem(itemId)).events).toHaveLength(before.item.events.length + 1);
    expect(await listFiles(itemId)).toHaveLength(1);
    expect(await filesOnDisk()).toEqual(before.disk);
  });

  test("cannot be changed or deleted by the program itself", async () => {
    for (const statement of [sql`update evidence_file set caption = 'x'`, sql`delete from evidence_file`])
      await expect(statement.execute(platform.db)).rejects.toThrow();
  });

  /** Without the folders that they lie in. */
  const filesOnDisk = async () =>
    (await readdir(join(platform.dataDir, "evidence"), { recursive: true }))
      .filter((name) => name.includes("."))
      .sort();
});
