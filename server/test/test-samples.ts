import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { addSampling, sealSamplings } from "@tracewater/contract/laboratory/samplings";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

let made = 0;

/** A sampling point of a unit. */
export async function addPoint(platform: TestPlatform, unitId: number, code = `P-${++made}`) {
  const body = { code, name: `Inlet ${code}`, kind: "plantInlet" as const, unitId };
  const { data } = await platform.call(samplingPoints.calls.add, { body }, await platform.admin());
  return { pointId: data.id, code };
}

/** A sample taken by hand an hour ago, in a bottle of its own. */
export async function takeSample(
  platform: TestPlatform,
  pointId: number,
  as: Session,
  more: { bodyCode?: string; kind?: "grab" | "fieldBlank" } = {},
) {
  made += 1;
  const { bodyCode = `B-${made}x`, kind = "grab" } = more;
  const at = Date.now() - 3_600_000;
  const body = { kind, pointId, bodyCode, began: at, ended: at, volume: 500, samplerPerson: "Li Na" };
  return { ...(await platform.call(addSampling, { body }, as)).data, bodyCode };
}

/** The same, sealed. */
export async function sealSample(
  platform: TestPlatform,
  pointId: number,
  as: Session,
  more: { bodyCode?: string } = {},
) {
  const taken = await takeSample(platform, pointId, as, more);
  const sealNo = `SL-${taken.id}`;
  await platform.call(sealSamplings, { body: { seals: [{ samplingId: taken.id, sealNo }] } }, as);
  return { ...taken, sealNo };
}

/** A bottle that was filled an hour ago and is in a sampler still. */
export async function putFilledBottle(platform: TestPlatform, deviceId: number, unitId: number) {
  const { db } = platform;
  const bodyCode = `B-${++made}s`;
  const at = Date.now() - 3_600_000;
  const bottle = { bodyCode, unitId, state: "inSampler" as const };
  const { id } = await db.insertInto("bottle").values(bottle).returning("id").executeTakeFirstOrThrow();
  const place = { deviceId, slot: 1, bottleId: id, since: new Date(at - 60_000), putBy: "test" };
  await db.insertInto("bottlePlace").values(place).execute();
  return { bodyCode, at };
}
