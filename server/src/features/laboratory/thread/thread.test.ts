import { getThread, type ThreadKind } from "@tracewater/contract/laboratory/thread";
import { expect, test } from "vitest";
import { deliveryWorld } from "../../../../test/test-deliveries.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The thread of custody", (platform) => {
  const { at, boss, analyst, foreign, send, sampleOf } = deliveryWorld(platform);

  /** A result of another feature, as it stands in its table. */
  async function addAssay(
    { bottleId, unitId: ownUnit }: { bottleId: number | null; unitId: number },
    sampledOn: string,
  ): Promise<number> {
    const told = {
      state: "draft",
      analyte: "cocaine",
      value: "1.25",
      flag: "quantified",
      phase: "liquid",
      source: "lcms",
    };
    const who = { method: "M", methodVersion: "1", analystIds: [1], analyst: "K. Chen" };
    const row = { unitId: ownUnit, bottleId: bottleId ?? 0, pointId: at.pointId, sampledOn, ...told, ...who };
    return (await platform.db.insertInto("assay").values(row).returning("id").executeTakeFirstOrThrow()).id;
  }

  test("hang on one thread with their bottles and samples, from whichever it is taken up", async () => {
    const packed = await send(2);
    const [first, second] = packed.samples;
    const sample = await sampleOf(first?.id ?? 0);
    const threadOf = async (kind: ThreadKind, id: number, as = analyst) =>
      (await platform.call(getThread, { params: { kind, id } }, as)).data;
    const whole = await threadOf("delivery", packed.id);
    expect(whole).toMatchObject({ name: packed.deliveryNo, deliveries: [{ deliveryNo: packed.deliveryNo }] });
    expect(whole.samples.map((one) => one.samplingId)).toEqual([first?.id, second?.id]);
    expect(whole.events.map((one) => one.kind)).toEqual(["collect", "seal", "collect", "seal", "handover"]);
    const one = await threadOf("sampling", sample.samplingId);
    expect(one).toMatchObject({ name: sample.sampleNo, samples: [{ deliveryId: packed.id }] });
    expect(one.events.map((event) => event.kind)).toEqual(["collect", "seal", "handover"]);
    expect(await threadOf("bottle", sample.bottleId ?? 0)).toEqual({ ...one, name: sample.bodyCode });
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(sample.began);
    const assay = await addAssay(sample, day);
    const found = await threadOf("assay", assay, boss);
    expect(found).toMatchObject({ name: "cocaine", samples: [{ sampleNo: sample.sampleNo }] });
    expect(found.assays).toMatchObject([{ assayId: assay, analyte: "cocaine", analyst: "K. Chen" }]);
    for (const kind of ["bottle", "sampling", "delivery", "assay"] as const) {
      const input = { params: { kind, id: 999_999 } };
      expect(await platform.refusal(getThread, input, boss)).toMatchObject({ code: 404 });
    }
    const foreignInput = { params: { kind: "delivery" as const, id: packed.id } };
    expect(await platform.refusal(getThread, foreignInput, foreign)).toMatchObject({ code: 404 });
  });
});
