/** A bottle in its slot: what the calls, the screens and both carousels say of it until it is taken out for good. */
import { expect } from "vitest";
import { askAboutBottle, type SamplerSlot } from "./laboratory-bottle-answers.ts";
import type { People } from "./laboratory-people.ts";
import { openScreens } from "./laboratory-screens.ts";

export function followInSlot({ olga }: People, where: SamplerSlot, bodyCode: string) {
  const { deviceId, deviceName, slot: place } = where;
  const field = openScreens(olga, bodyCode);
  const ask = () => askAboutBottle(olga, where, bodyCode);
  const look = () => lookIntoSampler(olga, where);

  return {
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

    async isNowhereInTheSampler(): Promise<void> {
      expect((await look()).look).toBe("none");
    },
  };
}

/** What both carousels draw in the bottle's slot, and what they say is in all of their bottles. */
async function lookIntoSampler(olga: People["olga"], { deviceId, deviceName, slot: place }: SamplerSlot) {
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
