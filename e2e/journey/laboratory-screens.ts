/** What the screens that name a bottle show of it, row by row, in the words of the calls that they show. */
import { type Bottle, bottles } from "@tracewater/contract/field/bottles";
import type { AutoSampling } from "@tracewater/contract/field/samplers";
import { assayLabels } from "@tracewater/contract/laboratory/assay-labels";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import { samplingLabels } from "@tracewater/contract/laboratory/sampling-labels";
import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { expect } from "vitest";
import type { Person } from "./laboratory-people.ts";

/** Of a value below 1: what rounding leaves of it in a list. */
const shownDigits = "0.012".length;

/** A screen shows a row with the bottle's code in which each of these texts stands. */
export function openScreens(person: Person, bodyCode: string) {
  async function shows(
    path: string,
    texts: readonly (string | number | null)[],
    /** What else sets its row apart from others: a sample that was made void names the same bottle. */
    sampleNo = "",
  ): Promise<void> {
    const page = await person.goTo(path);
    const row = page.getByRole("row").filter({ hasText: bodyCode }).filter({ hasText: sampleNo }).first();
    await row.waitFor();
    const read = async () => (await row.innerText()).replaceAll(/[\s\u00a0,]+/g, " ");
    for (const text of texts) {
      if (text !== null) await expect.poll(read, { message: `${path}: ${text}` }).toContain(String(text));
    }
  }
  const place = ({ deviceName, slot }: { deviceName: string | null; slot: number | null }) =>
    deviceName === null ? "—" : `${deviceName} · ${slot}`;

  return {
    /** The list of bottles. */
    bottle: (bottle: Bottle) =>
      shows(`/laboratory/bottle?keyword=${bodyCode}`, [
        ...[bottles.labels.en[`state.${bottle.state}`] ?? "", bottle.capCode, place(bottle)],
      ]),

    /** What the sampler took: its own tab, and the list of all samplers. */
    async autoSampling(of: { deviceId: number; deviceName: string }, content: AutoSampling): Promise<void> {
      const texts = [content.slot, `${content.taken} of ${content.planned}`, Math.round(content.volume)];
      const plan = content.plan?.planNo ?? null;
      await shows(`/device/admin/${of.deviceId}/device_info/${of.deviceName}/sample_auto`, [...texts, plan]);
      await shows("/samplingAuto/list", [...texts, of.deviceName, plan]);
    },

    /** The list of samples. */
    sample(sample: Sampling) {
      const { sampleNo, state, volume, deliveryNo, pointCode } = sample;
      const texts = [samplingLabels.en[`state.${state}`], volume, place(sample), deliveryNo, pointCode];
      return shows("/waterSampling/water", texts, sampleNo);
    },

    /** The bottles of its delivery. */
    delivery({ sampleNo, state, sealNo, pointCode, deliveryId }: Sampling) {
      const texts = [sealNo, samplingLabels.en[`state.${state}`], pointCode];
      return shows(`/laboratory/delivery?id=${deliveryId}`, texts, sampleNo);
    },

    /** The list of results: each of the bottle with its day, its state and what is shown of its digits. */
    async results(rows: readonly Assay[]): Promise<void> {
      const page = await person.goTo(`/waterAssay/assay?keyword=${bodyCode}`);
      for (const { value, sampledOn, state } of rows) {
        const row = page.getByRole("row").filter({ hasText: bodyCode }).filter({ hasText: sampledOn });
        const ofState = row.filter({ hasText: assayLabels.en[`state.${state}`] });
        await ofState
          .filter({ hasText: (value ?? "").slice(0, shownDigits) })
          .first()
          .waitFor();
      }
    },
  };
}
