import { getThread, type TraceabilityKind } from "@tracewater/contract/laboratory/traceability";
import { expect, test } from "vitest";
import { asSuperuser } from "../../../../test/test-chain.ts";
import { deliveryWorld } from "../../../../test/test-deliveries.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The thread of custody", (platform) => {
  const { at, boss, analyst, foreign, send, sampleOf } = deliveryWorld(platform);

  /** A result of another feature, as it is in its table. */
  async function addAssay(
    { bottleId, unitId: ownUnit }: { bottleId: number | null; unitId: number },
    sampledOn: string,
  ): Promise<number> {
    const received = {
      state: "draft",
      analyte: "cocaine",
      value: "1.25",
      flag: "quantified",
      phase: "liquid",
      source: "lcms",
    };
    const who = { method: "M", methodVersion: "1", analystIds: [1], analyst: "K. Chen" };
    const row = {
      unitId: ownUnit,
      bottleId: bottleId ?? 0,
      pointId: at.pointId,
      sampledOn,
      ...received,
      ...who,
    };
    return (await platform.db.insertInto("assay").values(row).returning("id").executeTakeFirstOrThrow()).id;
  }

  test("hang on one thread with their bottles and samples, from whichever it is taken up", async () => {
    const packed = await send(2);
    const [first, second] = packed.samples;
    const sample = await sampleOf(first?.id ?? 0);
    const traceOf = async (kind: TraceabilityKind, id: number, as = analyst) =>
      (await platform.call(getThread, { params: { kind, id } }, as)).data;
    const whole = await traceOf("delivery", packed.id);
    expect(whole).toMatchObject({ name: packed.deliveryNo, deliveries: [{ deliveryNo: packed.deliveryNo }] });
    expect(whole.samples.map((one) => one.samplingId)).toEqual([first?.id, second?.id]);
    expect(whole.events.map((one) => one.kind)).toEqual(["collect", "seal", "collect", "seal", "handover"]);
    const one = await traceOf("sampling", sample.samplingId);
    expect(one).toMatchObject({ name: sample.sampleNo, samples: [{ deliveryId: packed.id }] });
    expect(one.events.map((event) => event.kind)).toEqual(["collect", "seal", "handover"]);
    const { verification: _, ...ofBottle } = await traceOf("bottle", sample.bottleId ?? 0);
    const { verification, ...ofSample } = one;
    expect(ofBottle).toEqual({ ...ofSample, name: sample.bodyCode });
    expect(verification).toMatchObject({ damaged: [], checkedAt: expect.any(Number) });
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(sample.began);
    const assay = await addAssay(sample, day);
    const found = await traceOf("assay", assay, boss);
    expect(found).toMatchObject({ name: "cocaine", samples: [{ sampleNo: sample.sampleNo }] });
    expect(found.assays).toMatchObject([
      { assayId: assay, analyte: "cocaine", analyst: "K. Chen", value: "1.25", bodyCode: sample.bodyCode },
    ]);
    const missed = ["bottle", "sampling", "delivery", "assay"] as const;
    for (const kind of missed) {
      const input = { params: { kind, id: 999_999 } };
      expect(await platform.refusal(getThread, input, boss)).toMatchObject({ code: 404 });
    }
    const foreignInput = { params: { kind: "delivery" as const, id: packed.id } };
    expect(await platform.refusal(getThread, foreignInput, foreign)).toMatchObject({ code: 404 });
  });

  test("name the event whose record was altered in the database, and the one that no longer follows on it", async () => {
    const packed = await send(1);
    const trace = async () =>
      (await platform.call(getThread, { params: { kind: "delivery", id: packed.id } }, boss)).data;
    const [first, second] = (await trace()).events;
    await asSuperuser(platform, [
      `update custody_event set record = replace(record, '"collect"', '"receive"') where seq = ${first?.seq}`,
    ]);
    expect((await trace()).verification.damaged).toEqual([first?.seq]);
    await asSuperuser(platform, [
      `update custody_event set record = replace(record, '"receive"', '"collect"'), hash = repeat('0', 64)
       where seq = ${first?.seq}`,
    ]);
    expect((await trace()).verification.damaged).toEqual([first?.seq, second?.seq]);
  });
});
