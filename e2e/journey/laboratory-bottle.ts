/** One bottle, and what the calls and the screens that name it say of it: at every step they say the same. */
import { bottles } from "@tracewater/contract/field/bottles";
import { getBottleCodes, getDelivery } from "@tracewater/contract/field/sampler-bottles";
import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { findAssaySample, listAssays } from "@tracewater/contract/laboratory/assays";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import { getDeliveryDetail } from "@tracewater/contract/laboratory/sample-deliveries";
import {
  getSampling,
  listFleetSamplings,
  listSamplings,
  type Sampling,
} from "@tracewater/contract/laboratory/samplings";
import { getThread } from "@tracewater/contract/laboratory/traceability";
import { searchThings } from "@tracewater/contract/operations/search";
import { expect } from "vitest";
import type { People } from "./laboratory-people.ts";
import { openScreens } from "./laboratory-screens.ts";

/** The slot of a sampler. */
type Place = { deviceId: number; deviceName: string; slot: number };

export type FollowedBottle = ReturnType<typeof followBottle>;

export function followBottle({ olga, ada }: People, where: Place, bodyCode: string) {
  const { deviceId, deviceName, slot: place } = where;
  const [field, laboratory] = [openScreens(olga, bodyCode), openScreens(ada, bodyCode)];
  const ofBottle = <Row extends { bodyCode: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => row.bodyCode === bodyCode);

  async function ask() {
    const { api } = olga;
    const query = { deviceName };
    const [slots, registry, auto, fleet, samples] = [
      (await api.call(getBottleCodes, { params: { id: deviceId } })).data,
      ofBottle((await api.call(bottles.calls.list, { query: { keyword: bodyCode } })).rows)[0],
      ofBottle((await api.call(listAutoSamplings, { query })).rows),
      ofBottle((await api.call(listFleetSamplings, { query })).rows),
      ofBottle((await api.call(listSamplings, { query: { keyword: bodyCode } })).rows),
    ];
    const kept = samples.filter((one) => one.state !== "void");
    return {
      slot: slots[place - 1],
      registry,
      auto,
      fleet,
      samples: kept,
      voided: samples.length - kept.length,
    };
  }

  const look = () => lookIntoSampler(olga, where);

  return {
    bodyCode,

    async isEmptyInItsSlot(): Promise<void> {
      const { slot, registry, auto, fleet, samples } = await ask();
      expect(slot).toMatchObject({ bodyCode, state: "inSampler", volume: 0, taken: 0, missed: 0 });
      expect(registry).toMatchObject({ state: "inSampler", deviceName, slot: place });
      expect([auto, fleet, samples]).toEqual([[], [], []]);
      expect((await look()).look).toBe("empty");
      if (registry !== undefined) await field.bottle(registry);
    },

    /** Water is in it, and it is in the sampler still. */
    async isFilledInItsSlot(): Promise<{ volume: number; taken: number }> {
      const { slot, registry, auto, fleet, samples } = await ask();
      const [content] = auto;
      expect(auto.length).toBe(1);
      const { volume = 0, taken = 0 } = content ?? {};
      expect(volume).toBeGreaterThan(0);
      expect(slot).toMatchObject({ bodyCode, state: "inSampler", volume, taken });
      expect(registry).toMatchObject({ state: "inSampler", deviceName, slot: place });
      expect(fleet).toMatchObject([
        { volume, taken, began: content?.began, ended: content?.ended, registration: "inSampler" },
      ]);
      expect(samples).toEqual([]);
      if (registry === undefined || content === undefined) throw new Error(`${bodyCode} is not filled`);
      await field.bottle(registry);
      await field.autoSampling({ deviceId, deviceName }, content);
      expect((await look()).look).toMatch(/^(filled|filling|short)$/);
      return { volume, taken };
    },

    /** Taken out by a slip and put back, then taken out for good, in the browser. */
    async isTakenOut(): Promise<void> {
      const before = await this.isFilledInItsSlot();
      const { page } = await look();
      const remove = async () => {
        await page
          .getByRole("button", { name: new RegExp(`^Slot ${place}: `) })
          .first()
          .press("Enter");
        await page.getByRole("button", { name: "Remove bottle" }).click();
        await page.getByText(`${bodyCode} removed.`).waitFor();
      };
      await remove();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText(`${bodyCode} is back in its slot.`).waitFor();
      expect(await this.isFilledInItsSlot()).toEqual(before);
      expect((await ask()).voided).toBe(1);
      await olga.goTo(`/device/admin/${deviceId}/device_info/${deviceName}/bottle_entering`);
      await remove();
    },

    /** It is a sample now, with all that the sampler put into it; its slot holds nothing. */
    async isSample(state: Sampling["state"]): Promise<Sampling> {
      const { slot, registry, auto, fleet, samples } = await ask();
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

    async isNowhereInTheSampler(): Promise<void> {
      expect((await look()).look).toBe("none");
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
      expect(ofBottle(detail.samples)).toMatchObject([{ sampleNo, state, volume, began, ended }]);
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

/** What both carousels draw in the bottle's slot, and what they say is in all of their bottles. */
async function lookIntoSampler(olga: People["olga"], { deviceId, deviceName, slot: place }: Place) {
  const page = await olga.goTo(`/device/admin/${deviceId}/device_info/${deviceName}/device_info`);
  const small = page.locator(`.carousel-ring [data-slot="${place}"]`);
  await page.locator(".carousel-legend li").first().waitFor();
  const ofDevice = {
    look: await small.getAttribute("data-look"),
    total: (await page.locator(".carousel-facts dd").nth(1).innerText()).replaceAll(/\s/g, ""),
  };
  await olga.goTo(`/device/admin/${deviceId}/device_info/${deviceName}/bottle_entering`);
  const large = page.getByRole("button", { name: new RegExp(`^Slot ${place}: `) }).first();
  const drawn = /slot-(none|waiting|empty|filling|filled|short)/.exec(
    (await large.getAttribute("class")) ?? "",
  );
  const total = (await page.locator(".ring-total").textContent()) ?? "";
  expect({ look: drawn?.[1], total: total.replaceAll(/\s/g, "") }).toEqual(ofDevice);
  return { look: ofDevice.look, page };
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
