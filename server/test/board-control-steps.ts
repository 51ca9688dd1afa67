import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { listCommands } from "@tracewater/contract/fleet/commands";
import { getBoardControl, setBoardControl } from "@tracewater/contract/laboratory/board-controls";
import { boardSteps } from "./board-steps.ts";
import type { TestDevice } from "./test-device.ts";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** What a unit's head sees and plans of the control of a detector. */
export function boardControlSteps(platform: TestPlatform, head: () => Session) {
  const { listOf } = boardSteps(platform);
  const read = async (device: TestDevice) =>
    (await platform.call(getBoardControl, { params: { id: device.credentials.id } }, head())).data;
  const plan = (device: TestDevice, more: object = {}) => {
    const body = { deviceId: device.credentials.id, intervalDays: 15, ...more };
    return platform.call(setBoardControl, { body }, head());
  };
  const alarmsOf = async (device: TestDevice) => {
    const { rows } = await platform.call(listAlarms, { query: { deviceId: device.credentials.id } }, head());
    return rows.map(({ source, state }) => `${source} ${state}`).sort();
  };
  const locksOf = async (device: TestDevice) => {
    const { id: deviceId } = device.credentials;
    const { rows } = await platform.call(listCommands, { query: { deviceId, pageSize: 50 } }, head());
    return rows.filter((one) => one.identifier === "lock").map((one) => one.params["on"]);
  };
  const withheldOf = async (device: TestDevice) =>
    (await listOf(device, { control: "sample" })).map((one) => [one.sampleNo, one.withheld]);
  return { read, plan, alarmsOf, locksOf, withheldOf };
}
