import {
  listDeviceSpans,
  listDeviceTimeline,
  type TimelineTopic,
} from "@tracewater/contract/fleet/device-lifecycle";
import { getDevice, listDevices } from "@tracewater/contract/fleet/devices";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

const params = { family: "waterSample" } as const;

/** What the tests of a device's life do over and over. */
export function lifecycleSteps(platform: TestPlatform) {
  async function addPoint(code: string, unitId: number): Promise<number> {
    const values = { code, name: `Point ${code}`, kind: "plantInlet", unitId };
    const added = await platform.db.insertInto("samplingPoint").values(values).returning("id").execute();
    return added[0]?.id ?? 0;
  }
  const detail = async (id: number, as?: Session) =>
    (await platform.call(getDevice, { params: { ...params, id } }, as ?? (await platform.admin()))).data;
  const spans = async (id: number, as?: Session) =>
    (await platform.call(listDeviceSpans, { params: { id } }, as ?? (await platform.admin()))).data;
  const kinds = async (id: number, topic?: TimelineTopic, as?: Session) => {
    const query = { pageSize: 50, ...(topic === undefined ? {} : { topic }) };
    const admin = await platform.admin();
    const { rows } = await platform.call(listDeviceTimeline, { params: { id }, query }, as ?? admin);
    return rows.map((row) => row.kind);
  };
  const listed = async (query: Record<string, unknown>) => {
    const { rows } = await platform.call(listDevices, { params, query }, await platform.admin());
    return rows.map((row) => row.id);
  };
  return { addPoint, detail, spans, kinds, listed };
}
