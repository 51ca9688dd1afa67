import {
  addDelivery,
  getDeliveryDetail,
  handOverDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { beforeAll } from "vitest";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";
import { addPoint, sealSample } from "./test-samples.ts";

/** A unit that sends and its laboratory, with their people, and what their tests do over and over. */
export function deliveryWorld(platform: TestPlatform) {
  /** Known once the world is made, before the first test. */
  const at = { unitId: 0, toUnitId: 0, pointId: 0 };
  const sender: Session = { token: "" };
  const boss: Session = { token: "" };
  const analyst: Session = { token: "" };
  const reviewer: Session = { token: "" };
  const foreign: Session = { token: "" };

  beforeAll(async () => {
    at.unitId = await platform.addUnit("North");
    at.toUnitId = await platform.addUnit("North laboratory", at.unitId);
    Object.assign(sender, await platform.addUser({ unitId: at.unitId, roles: ["operator"] }));
    Object.assign(boss, await platform.addUser({ unitId: at.unitId, roles: ["unitAdmin"] }));
    Object.assign(analyst, await platform.addUser({ unitId: at.toUnitId, roles: ["analyst"] }));
    Object.assign(reviewer, await platform.addUser({ unitId: at.toUnitId, roles: ["reviewer"] }));
    Object.assign(
      foreign,
      await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["unitAdmin"] }),
    );
    at.pointId = (await addPoint(platform, at.unitId)).pointId;
  });

  async function pack(count: number, more: object = {}, as = sender) {
    const samples: Awaited<ReturnType<typeof sealSample>>[] = [];
    for (let made = 0; made < count; made++) samples.push(await sealSample(platform, at.pointId, as));
    const samplingIds = samples.map((one) => one.id);
    const { unitId, toUnitId } = at;
    const given = { unitId, toUnitId, courier: "J. Ortega", boxNo: "BX-7", sealNo: "BS-1", samplingIds };
    const { data } = await platform.call(addDelivery, { body: { ...given, ...more } }, as);
    return { ...data, given, samples };
  }
  async function send(count: number, as = sender) {
    const packed = await pack(count, {}, as);
    await platform.call(handOverDelivery, { body: { deliveryId: packed.id } }, as);
    return packed;
  }
  const read = async (id: number, as = sender) =>
    (await platform.call(getDeliveryDetail, { params: { id } }, as)).data;
  const sampleOf = async (id: number) => (await platform.call(getSampling, { params: { id } }, analyst)).data;
  type Packed = Awaited<ReturnType<typeof pack>>;
  const receiptOf = (packed: Packed, more: object = {}) => ({
    body: {
      deliveryId: packed.id,
      sealNo: "BS-1",
      samples: packed.samples.map((one) => ({ code: one.bodyCode, condition: "ok" as const })),
      decision: "accept" as const,
      ...more,
    },
  });

  return { at, sender, boss, analyst, reviewer, foreign, pack, send, read, sampleOf, receiptOf };
}
