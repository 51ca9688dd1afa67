import { type Detection, getDetection, listDetections } from "@tracewater/contract/laboratory/detections";
import { eventually } from "./eventually.ts";
import type { TestDevice } from "./test-device.ts";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

const minute = 60_000;

/** Online detectors at a point, and what the tests of their runs do over and over. */
export function detectionWorld(
  platform: TestPlatform,
  at: { unitId: number; pointId: number },
  viewer: Session,
) {
  let devices = 0;

  async function connect(): Promise<TestDevice> {
    devices += 1;
    const credentials = await platform.addDevice({
      ...{ family: "liquidExtract", unitId: at.unitId, deviceName: `LE-${devices}` },
    });
    const since = new Date(Date.now() - 30 * 86_400_000);
    await platform.db
      .insertInto("devicePoint")
      .values({ deviceId: credentials.id, pointId: at.pointId, since } as never)
      .execute();
    return platform.connect(credentials);
  }
  const findings = [
    { analyte: "mamp", value: 123.4, flag: 0 },
    { analyte: "cocaine", value: 0.6, flag: 1 },
    { analyte: "mdma", value: 25_000, flag: 3 },
    { analyte: "ketamine", value: 1.3474039592545233, flag: 0 },
  ];
  /** A run that ended at a time; its water was drawn 50 minutes before. */
  const result = (ended: number, more: object = {}) => ({
    ...{ sampleId: `S-${ended}`, startedAt: ended - 50 * minute, finishedAt: ended },
    ...{ method: "SPE-LC-MS/MS 18", recovery: 93.5, quantified: 1, findings, ...more },
  });
  const send = (device: TestDevice, event: string, value: object, time: number) =>
    device.post({ value, time }, `thing/event/${event}/post`);
  const query = (device: TestDevice) => ({ deviceName: device.credentials.deviceName, pageSize: 100 });
  const list = async (device: TestDevice): Promise<Detection[]> =>
    (await platform.call(listDetections, { query: query(device) }, viewer)).rows;
  async function waitFor(device: TestDevice, count: number): Promise<Detection[]> {
    await eventually(async () => (await list(device)).length).toBe(count);
    return list(device);
  }
  /** A device with one run that ended an hour ago, of a healthy instrument. */
  async function oneRun(more: object = {}): Promise<{ device: TestDevice; run: Detection }> {
    const device = await connect();
    const ended = Date.now() - 60 * minute;
    const reading = (value: unknown) => ({ value, time: ended - 40 * minute });
    await device.post({ loq: reading(1), lastQc: reading(1), lastQcAt: reading(ended - 300 * minute) });
    await send(device, "result", result(ended, more), ended);
    const [run] = await waitFor(device, 1);
    if (run === undefined) throw new Error("no run was listed");
    return { device, run };
  }
  const read = async ({ deviceName, measuredAt }: Detection, time = measuredAt, by = viewer) =>
    (await platform.call(getDetection, { params: { deviceName, time } }, by)).data;

  return { connect, oneRun, read, list, send, result, waitFor, query };
}
