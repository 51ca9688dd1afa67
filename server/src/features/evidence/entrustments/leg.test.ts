import { makeEvidenceFile } from "@tracewater/contract/evidence/entrustments";
import { listItemFiles } from "@tracewater/contract/evidence/item-files";
import { recordItemEvent } from "@tracewater/contract/evidence/items";
import { checkEvidence } from "@tracewater/custody/evidence-check";
import { readEvidencePage } from "@tracewater/custody/evidence-file";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { bearer } from "../../../../test/test-http.ts";
import { addTestPasskey } from "../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;

onPlatform("The legs of an item in a box", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian, second } = world;

  /** What the box measured: °C each minute from `from` minutes ago. */
  async function measure(deviceId: number, from: number, temperatures: readonly number[]): Promise<void> {
    await sql`insert into metric (identifier) values ('boxTemp') on conflict do nothing`.execute(platform.db);
    for (const [place, value] of temperatures.entries()) {
      const ts = new Date(Date.now() - (from - place) * minute);
      await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
        select ${deviceId}, id, 0, ${ts}, ${value}, ${ts} from metric where identifier = 'boxTemp'`.execute(
        platform.db,
      );
    }
  }

  /** As if the item had been put in, or taken over, that long ago. */
  const backdate = (itemId: number, minutes: number) =>
    sql`update evidence_stay set since = ${new Date(Date.now() - minutes * minute)}, leg_since = null
      where item_id = ${itemId} and until is null`.execute(platform.db);

  async function inBox() {
    const begun = await world.begin({ storage: "c4" });
    const box = await platform.addDevice({ unitId: at.unitId, family: "evidenceBox" });
    const { deviceName } = box;
    await world.record(begun.itemId, { step: "deposit", deviceName, slot: 1 }, custodian);
    await backdate(begun.itemId, 60);
    return { ...begun, box };
  }

  test("give their curve as a file whose hash is in the chain; what was warm is the custodian's of that leg", async () => {
    const { id, itemId, itemNo, box } = await inBox();
    // Three minutes above 8 °C, in the first person's hands.
    await measure(box.id, 50, [5, 5.2, 9, 11.4, 8.1, 6, 5]);
    await world.record(itemId, { step: "handover", toUserId: second.id }, custodian);
    await world.record(itemId, { step: "receive" }, second);
    const first = (await world.readItem(itemId)).events.at(-1)?.evidence;
    expect(first?.leg).toMatchObject({
      ...{ box: box.deviceName, readings: 7, min: 5, mean: 7.1, max: 11.4, low: 2, high: 8 },
      excursionSeconds: 180,
    });
    const holder = (await world.readItem(itemId)).events[0]?.to;
    expect(first?.leg?.custodian).toBe(holder);
    // From here the second person answers: cold enough, then taken out.
    await sql`update evidence_stay set leg_since = now() - interval '10 minutes' where item_id = ${itemId}`.execute(
      platform.db,
    );
    await measure(box.id, 5, [4, 4.1]);
    await world.record(itemId, { step: "takeOut", authority: "Order 1" }, second);
    const last = (await world.readItem(itemId)).events.at(-1)?.evidence;
    expect(last?.leg).toMatchObject({ readings: 2, max: 4.1, excursionSeconds: 0 });
    expect(last?.leg?.custodian).not.toBe(holder);

    const files = (await platform.call(listItemFiles, { params: { id: itemId } }, custodian)).data;
    expect(files.map(({ kind, name }) => [kind, name])).toEqual([
      ["curve", `${itemNo}-leg-1.json`],
      ["curve", `${itemNo}-leg-2.json`],
    ]);
    expect(files.map(({ sha256 }) => sha256)).toEqual([first?.file?.sha256, last?.file?.sha256]);
    const path = makeEvidenceFile.path.replace(":id", String(id));
    const made = await fetch(`${platform.url}/prod-api${path}`, {
      method: "POST",
      headers: bearer(custodian),
    });
    const checked = checkEvidence(readEvidencePage(await made.text()).blocks);
    expect(checked.verdicts[3]).toMatchObject({ state: "ok", findings: [{ code: "files", count: 2 }] });
    const curve = JSON.parse(Buffer.from(checked.files[0]?.data ?? "", "base64").toString("utf8"));
    expect(curve).toMatchObject({ format: "tracewater-leg", item: itemNo, max: 11.4, excursionSeconds: 180 });
    expect(curve.readings).toHaveLength(7);
  });

  test("say so where the box reported nothing: no file is written, and nobody is accused", async () => {
    const { itemId } = await inBox();
    await world.record(itemId, { step: "takeOut", authority: "Order 1" }, custodian);
    const last = (await world.readItem(itemId)).events.at(-1)?.evidence;
    expect(last?.leg).toMatchObject({ readings: 0, min: null, max: null, excursionSeconds: 0 });
    expect(last?.file).toBeUndefined();
    expect((await platform.call(listItemFiles, { params: { id: itemId } }, custodian)).data).toEqual([]);
  });

  test("end when the person is asked to sign: what the box measures afterwards does not change what they sign", async () => {
    const { itemId, box } = await inBox();
    await measure(box.id, 50, [5, 5.2]);
    const { sign } = await addTestPasskey(platform, custodian);
    const body = { itemId, step: "takeOut", authority: "Order 1" } as const;
    const asked = await platform.ask(recordItemEvent, { body }, custodian);
    expect(asked.body).toMatchObject({ code: 427 });
    await measure(box.id, 0, [12]);
    const signature = sign(asked.body["data"]);
    await platform.call(recordItemEvent, { body: { ...body, signature } }, custodian);
    const last = (await world.readItem(itemId)).events.at(-1)?.evidence;
    expect(last?.leg).toMatchObject({ readings: 2, max: 5.2, excursionSeconds: 0 });
  });
});
