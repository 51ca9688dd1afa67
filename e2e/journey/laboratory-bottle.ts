/** One bottle, and what the calls and the screens that name it say of it: at every step they say the same. */
import { getDelivery } from "@tracewater/contract/field/sampler-bottles";
import { findAssaySample, listAssays } from "@tracewater/contract/laboratory/assays";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import { getDeliveryDetail } from "@tracewater/contract/laboratory/sample-deliveries";
import { getSampling, type Sampling } from "@tracewater/contract/laboratory/samplings";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import { searchThings } from "@tracewater/contract/operations/search";
import { expect } from "vitest";
import { askAboutBottle, type SamplerSlot } from "./laboratory-bottle-answers.ts";
import { followInSlot } from "./laboratory-bottle-slot.ts";
import type { People } from "./laboratory-people.ts";
import { openScreens } from "./laboratory-screens.ts";

export type FollowedBottle = ReturnType<typeof followBottle>;

export function followBottle(people: People, slot: SamplerSlot, bodyCode: string) {
  return {
    bodyCode,
    ...followInSlot(people, slot, bodyCode),
    ...followAsSample(people, slot, bodyCode),
  };
}

/** The bottle once it is taken out: its sample, its delivery, its results and their loads. */
function followAsSample({ olga, ada }: People, where: SamplerSlot, bodyCode: string) {
  const { deviceId, deviceName, slot: place } = where;
  const [field, laboratory] = [openScreens(olga, bodyCode), openScreens(ada, bodyCode)];

  return {
    /** It is a sample now, with all that the sampler put into it; its slot holds nothing. */
    async isSample(state: Sampling["state"]): Promise<Sampling> {
      const { slot, registry, auto, fleet, samples } = await askAboutBottle(olga, where, bodyCode);
      expect(slot).toMatchObject({ bodyCode: null, volume: null, volumeAt: null, taken: 0 });
      expect(registry).toMatchObject({ deviceName: null, slot: null });
      const [[content], [sample]] = [auto, samples];
      if (content === undefined || sample === undefined) throw new Error(`${bodyCode} is no sample`);
      const { began, ended, volume, taken, missed, boxTempMean, boxTempMax } = content;
      expect(sample).toMatchObject({
        ...{ origin: "auto", state, deviceName, slot: place, bodyCode, began, ended, volume },
        ...{ aliquotsTaken: taken, aliquotsMissed: missed, boxTempMean, boxTempMax },
        kind: taken > 1 ? "composite" : "grab",
      });
      const { samplingId, sampleNo } = sample;
      expect(fleet).toMatchObject([
        { samplingId, sampleNo, registration: "registered", differs: [], volume, taken, plan: content.plan },
      ]);
      expect(sample.planNo).toBe(content.plan?.planNo ?? null);
      const { data } = await olga.api.call(getSampling, { params: { id: samplingId } });
      expect(data).toMatchObject({ ...sample, differences: [] });
      if (registry !== undefined) await field.bottle(registry);
      await field.autoSampling({ deviceId, deviceName }, content);
      await field.sample(sample);
      return sample;
    },

    /** Its delivery shows the sampling, the transport and the sample under the number that the delivery has. */
    async isInDelivery(deliveryNo: string, state: Sampling["state"]): Promise<void> {
      const sample = await this.isSample(state);
      expect(sample.deliveryNo).toBe(deliveryNo);
      const { began, ended, volume, sampleNo, sealNo } = sample;
      const { data } = await ada.api.call(getDelivery, { query: { deliveryNo } });
      const inDelivery = data?.bottles.find((one) => one.bodyCode === bodyCode);
      expect(inDelivery).toMatchObject({
        ...{ sampleNo, deviceName, slot: place },
        samplings: [{ began, ended, volume, taken: sample.aliquotsTaken }],
      });
      const packed = data?.transport?.samples.find((one) => one.bodyCode === bodyCode);
      expect(packed).toMatchObject({ sampleNo, sealNo, state });
      const params = { id: sample.deliveryId ?? 0 };
      const detail = (await ada.api.call(getDeliveryDetail, { params })).data;
      expect(detail.deliveryNo).toBe(deliveryNo);
      expect(detail.samples.filter((one) => one.bodyCode === bodyCode)).toMatchObject([
        { sampleNo, state, volume, began, ended },
      ]);
      await laboratory.delivery(sample);
    },

    /** Day and point of its results are those of the sample, however it is asked for. */
    async hasResults(): Promise<void> {
      const { sampleNo, began, pointCode } = await this.isSample("opened");
      const find = async (code: string) => (await ada.api.call(findAssaySample, { query: { code } })).data;
      const sample = await find(bodyCode);
      expect(sample).toMatchObject({ sampleNo, bodyCode, began, pointCode });
      expect(await find(sampleNo)).toEqual(sample);
      const { rows } = await ada.api.call(listAssays, { query: { bodyCode } });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows)
        expect(row).toMatchObject({ bodyCode, pointCode, sampledOn: sample?.sampledOn, deviceName });
      await laboratory.results(rows);
    },

    /** From the bottle the thread leads to its sample, its delivery, its results and their loads. */
    async hasLoads(deliveryNo: string): Promise<void> {
      const sample = await this.isSample("opened");
      const params = { kind: "bottle" as const, id: sample.bottleId ?? 0 };
      const { data: thread } = await ada.api.call(getThread, { params });
      expect(thread.name).toBe(bodyCode);
      const { rows } = await ada.api.call(listAssays, { query: { bodyCode } });
      const { rows: loads } = await ada.api.call(listLoads, { query: { pointId: sample.pointId ?? 0 } });
      const own = loads.filter((one) => rows.some((row) => row.assayId === one.assayId));
      expect(own.length).toBeGreaterThan(0);
      for (const load of own) {
        const traced = thread.loads.find((one) => one.loadId === load.loadId);
        expect(traced).toMatchObject({ load: load.load, sampledOn: load.sampledOn, isInForce: true });
      }
      expect(thread.bottles).toMatchObject([{ bodyCode, state: "opened" }]);
      expect(thread.samples.filter((one) => one.state !== "void")).toMatchObject([
        { sampleNo: sample.sampleNo, volume: sample.volume, aliquotsTaken: sample.aliquotsTaken },
      ]);
      expect(thread.deliveries.map((one) => one.deliveryNo)).toEqual([deliveryNo]);
      const page = await ada.goTo(`/thread/bottle/${sample.bottleId}`);
      for (const shown of [bodyCode, sample.sampleNo, deliveryNo])
        await page.getByRole("main").getByText(shown).first().waitFor();
    },
  };
}

/** Whoever has one of its numbers finds it by the header's search. */
export async function isFoundByNumber(
  { api }: People["olga"],
  numbers: Record<string, string>,
): Promise<void> {
  for (const [kind, number] of Object.entries(numbers)) {
    const { data: hits } = await api.call(searchThings, { query: { keyword: number } });
    expect(hits.filter((hit) => hit.number === number).map((hit) => hit.kind)).toEqual([kind]);
  }
}
