import type { BoardControlKind } from "@tracewater/contract/laboratory/board-controls";
import { type BoardTest, listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import { eventually } from "./eventually.ts";
import type { TestDevice } from "./test-device.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Control boards that read as what they are. */
const sound = { positive: { t: 3000, ratio: 0.25, outcome: 1 }, negative: {} } as const;

/** What tests of boards do with handheld detectors. */
export function boardSteps(platform: TestPlatform) {
  const connect = async (unitId: number): Promise<TestDevice> =>
    platform.connect(await platform.addDevice({ family: "handFastDetector", unitId }));
  const result = (more: object = {}) => ({
    ...{ sampleId: "S", boardLot: "MAM2610", analyte: "mamp", outcome: 2, c: 12_000, t: 14_400, ratio: 1.2 },
    ...{ background: 900, concentration: 2, readAfter: 600, sha256: "a".repeat(64), bytes: 9000, ...more },
  });
  const listOf = async (device: TestDevice, more: object = {}): Promise<BoardTest[]> => {
    const query = { deviceName: device.credentials.deviceName, pageSize: 100, ...more };
    return (await platform.call(listBoardTests, { query }, await platform.admin())).rows;
  };
  /** Reports a board and waits until it is a test. */
  async function report(device: TestDevice, params: object, at = Date.now()): Promise<void> {
    const before = (await listOf(device)).length;
    await device.post({ value: result(params), time: at }, "thing/event/result/post");
    await eventually(async () => (await listOf(device)).length).toBe(before + 1);
  }
  const control = (device: TestDevice, kind: BoardControlKind, more: object = {}, at = Date.now()) => {
    const code = kind === "positive" ? 1 : 2;
    return report(device, { sampleId: `QC-${kind}-${at}`, control: code, ...sound[kind], ...more }, at);
  };
  return { connect, result, listOf, report, control };
}
