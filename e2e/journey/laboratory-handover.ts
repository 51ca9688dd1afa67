/** From the sampler to the laboratory: seals, a box, a courier, and the receipt by another person. */
import {
  addDelivery,
  getDeliveryDetail,
  handOverDelivery,
  logTemperatures,
  receiveDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { moveSampling, type Sampling, sealSamplings } from "@tracewater/contract/laboratory/samplings";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { keepPicture } from "./browser.ts";
import { type People, refusal } from "./laboratory-people.ts";

/** Sealed, packed and handed over; received once, by somebody else than who handed it over. */
export async function deliver(
  { olga, ada, rita }: People,
  samples: readonly Sampling[],
  mark: string,
): Promise<{ deliveryNo: string }> {
  const seals = samples.map((one) => ({ samplingId: one.samplingId, sealNo: `S${mark}-${one.slot}` }));
  await olga.api.call(sealSamplings, { body: { seals } });
  const { unitId } = samples[0] ?? { unitId: 0 };
  const sealNo = `T${mark}`;
  const packed = {
    ...{ unitId, toUnitId: unitId, courier: "J. Ortega", boxNo: "BX-1", sealNo },
    samplingIds: samples.map((one) => one.samplingId),
  };
  const { data: delivery } = await olga.api.call(addDelivery, { body: packed });
  const { id } = delivery;
  await olga.api.call(handOverDelivery, { body: { deliveryId: id } });
  const readings = [0, 1, 2].map((at) => ({ at: Date.now() - (3 - at) * 1000, celsius: 4 + at / 10 }));
  await olga.api.call(logTemperatures, { body: { deliveryId: id, readings } });
  const codes = samples.map((one) => one.bodyCode ?? "");
  const receipt = {
    ...{ deliveryId: id, sealNo, decision: "accept" as const },
    samples: codes.map((code) => ({ code, condition: "ok" as const })),
  };
  expect(await refusal(olga.api.call(receiveDelivery, { body: receipt }))).not.toBe("taken");
  await receiveByScan(await ada.goTo(`/laboratory/delivery?id=${id}`), { sealNo, codes });
  const arrived = (await ada.api.call(getDeliveryDetail, { params: { id } })).data;
  expect(arrived).toMatchObject({ state: "received", handedBy: "olga", receivedBy: "ada", tempMax: 4.2 });
  expect(await refusal(rita.api.call(receiveDelivery, { body: receipt }))).toMatch(/received/);
  for (const { samplingId } of samples)
    await ada.api.call(moveSampling, { body: { samplingId, step: "open" } });
  return delivery;
}

async function receiveByScan(page: Page, seen: { sealNo: string; codes: string[] }): Promise<void> {
  await page.getByRole("button", { name: "Receive" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Box seal").fill(seen.sealNo);
  const scan = dialog.getByLabel("Scan each bottle");
  await scan.fill("B-of-somebody-else");
  await scan.press("Enter");
  await dialog.getByText("B-of-somebody-else").waitFor();
  for (const code of seen.codes) {
    await scan.fill(code);
    await scan.press("Enter");
  }
  await dialog.getByText("2 of 2 checked").waitFor();
  await keepPicture(page, "journey-receipt");
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}
