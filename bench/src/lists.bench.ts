import { parseArgs } from "node:util";
import { startDeviceLoad } from "./device-load.ts";
import { printFigure } from "./figure.ts";
import { startPlatform } from "./platform-process.ts";
import { openTimedCalls, printTimes } from "./timed-calls.ts";

/**
 * The first page of each list over HTTP, in a session and its data scope, with many people and long logs behind it and
 * 1,000 messages a second coming in meanwhile. Peer: the goal of 100 ms at the 99th percentile.
 */
const { values: given } = parseArgs({
  options: {
    people: { type: "string", default: "100000" },
    departments: { type: "string", default: "2000" },
    "log-rows": { type: "string", default: "50000" },
    devices: { type: "string", default: "1000" },
    rounds: { type: "string", default: "200" },
  },
});
const goalMs = 100;
const lists = {
  users: "system/user/list?pageSize=20",
  "users by name, a keyword": "system/user/list?pageSize=20&keyword=person00500",
  "users by two letters that all have": "system/user/list?pageSize=20&keyword=pe",
  "users by two letters that none has": "system/user/list?pageSize=20&keyword=zq",
  "users by a name of two characters": `system/user/list?pageSize=20&keyword=${encodeURIComponent("张伟")}`,
  "departments, all in one": "system/dept/list",
  "enterprise units": "system/unit/list?pageSize=20",
  roles: "system/role/list?pageSize=20",
  posts: "system/post/list?pageSize=20",
  "operation log": "monitor/operlog/list?pageSize=20",
  "log of log-ins": "monitor/logininfor/list?pageSize=20",
  "online sessions": "monitor/online/list?pageSize=20",
  notices: "system/notice/list?pageSize=20",
  dictionaries: "system/dict/type/list?pageSize=20",
  parameters: "system/config/list?pageSize=20",
  "scheduled tasks": "monitor/job/list?pageSize=20",
  devices: "device/waterSample/list?pageSize=20",
  "sampling points": "samplePoint/list?pageSize=20",
};

const platform = await startPlatform(Number(given.devices), [
  ...["--people", given.people, "--departments", given.departments, "--log-rows", given["log-rows"]],
]);
const load = await startDeviceLoad({
  mqtt: platform.mqtt,
  devices: platform.devices,
  window: 4,
  everyMs: Number(given.devices), // 1,000 messages a second in all
});
try {
  const { measure } = await openTimedCalls(platform);
  const rounds = Number(given.rounds);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const began = { at: performance.now(), count: load.acknowledged() };
  // What any call takes besides so much else: the session is found, and nothing is listed.
  printTimes("a call that lists nothing", await measure(rounds, () => "getInfo"), null);
  for (const [name, path] of Object.entries(lists)) {
    printTimes(`first page of ${name}`, await measure(rounds, () => `v2/admin/${path}`), goalMs);
  }
  const seconds = (performance.now() - began.at) / 1000;
  printFigure({
    name: "messages meanwhile",
    value: Math.round((load.acknowledged() - began.count) / seconds),
    unit: "msg/s",
    peer: 1000,
  });
} finally {
  load.close();
  await platform.stop();
}
