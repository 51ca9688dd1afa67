import {
  enterBottleBodyId,
  enterBottleCapId,
  getBottleCodes,
  listBottleEntries,
} from "@tracewater/contract/field/sampler-bottles";
import { getCommand } from "@tracewater/contract/fleet/commands";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { TestDevice } from "./test-device.ts";
import type { TestPlatform } from "./test-platform.ts";

/** What the tests of bottles at a sampler do over and over. */
export function carouselSteps(platform: TestPlatform) {
  const enterings = { body: enterBottleBodyId, cap: enterBottleCapId } as const;
  type Scan = {
    index: number | string;
    bottleId: string;
    clearVolume?: string;
    newBottle?: string;
    replace?: string;
  };

  const queryOf = (device: TestDevice, part: "body" | "cap", scan: Scan) => {
    const { productKey, deviceName } = device.credentials;
    // Only a bottle is new, or takes the place of another one.
    const confirmed = part === "body" ? { newBottle: "true", replace: "true" } : {};
    return { query: { productKey, deviceName, ...confirmed, ...scan } };
  };
  const order = async (device: TestDevice, part: "body" | "cap", scan: Scan) => {
    const { data } = await platform.call(
      enterings[part],
      queryOf(device, part, scan),
      await platform.admin(),
    );
    return data;
  };
  const answer = async (
    device: TestDevice,
    part: "body" | "cap",
    reply: object = { code: 200, data: {} },
  ) => {
    const service = enterings[part].name;
    const downlink = await device.downlink(`thing/service/${service}`);
    device.send(`thing/service/${service}_reply`, { id: downlink.id, ...reply });
    return downlink;
  };
  /** Scanned, sent, answered by the device, and known. */
  const enter = async (device: TestDevice, part: "body" | "cap", scan: Scan) => {
    const { id } = await order(device, part, scan);
    const downlink = await answer(device, part);
    await eventually(() => stateOf(id)).toBe("replied");
    return downlink;
  };
  const stateOf = async (id: string) =>
    (await platform.call(getCommand, { params: { id } }, await platform.admin())).data.state;
  const refuse = async (device: TestDevice, part: "body" | "cap", scan: Scan) =>
    platform.refusal(enterings[part], queryOf(device, part, scan), await platform.admin());
  const slotsOf = async (device: TestDevice) => {
    const input = { params: { id: device.credentials.id } };
    return (await platform.call(getBottleCodes, input, await platform.admin())).data;
  };
  const slotOf = async (device: TestDevice, slot: number) => (await slotsOf(device))[slot - 1];
  const entriesOf = async (device: TestDevice) => {
    const { deviceName } = device.credentials;
    return (await platform.call(listBottleEntries, { query: { deviceName } }, await platform.admin())).rows;
  };
  const takeAliquot = (device: TestDevice, index: number, volume: number, bottleVolume: number, at: number) =>
    device.post(
      { value: { index, volume, bottleVolume, boxTemp: 4.2, into: "main", trigger: "program" }, time: at },
      "thing/event/sampleTaken/post",
    );
  const refusedAs = (msg: string) => ({
    code: 409,
    msg,
    errors: [{ field: "bottleId", message: expect.anything() }],
  });

  return {
    enterings,
    queryOf,
    order,
    answer,
    enter,
    stateOf,
    refuse,
    slotsOf,
    slotOf,
    entriesOf,
    takeAliquot,
    refusedAs,
  };
}
