import { expect, test } from "vitest";
import { readCommandLine } from "./command-line.ts";
import { readCredentials } from "./credentials-file.ts";
import { readFaultLine } from "./fault-order.ts";

test("reads a fleet with its faults, and a history", () => {
  const fleet = "fleet --credentials c.json --url mqtt://h:1883 --fault warmBox@WS-1 --fault offline@WS-2";
  expect(readCommandLine(fleet.split(" "))).toEqual({
    kind: "fleet",
    credentials: "c.json",
    url: "mqtt://h:1883",
    reportEvery: null,
    seed: 0,
    speed: 1,
    reportsDiagnostics: false,
    faults: [
      { fault: "warmBox", device: "WS-1", on: true },
      { fault: "offline", device: "WS-2", on: true },
    ],
  });
  expect(readCommandLine("history --credentials c --from 1 --until 9 --every 5".split(" "))).toMatchObject({
    kind: "history",
    fromMs: 1,
    untilMs: 9,
    everySeconds: 5,
    ...{ sparse: false, only: [], faults: [] },
  });
  const demo =
    "history --credentials c --from 1 --until 9 --sparse yes --only waterSample --fault noLiquid@WS-1@2@5";
  expect(readCommandLine(demo.split(" "))).toMatchObject({
    ...{ sparse: true, only: ["waterSample"] },
    faults: [{ fault: "noLiquid", device: "WS-1", fromMs: 2, untilMs: 5 }],
  });
});

test("reads a film that is made and a camera that shows it", () => {
  expect(readCommandLine("film --folder f --ffmpeg /usr/bin/ffmpeg".split(" "))).toEqual({
    ...{ kind: "film", folder: "f", ffmpeg: "/usr/bin/ffmpeg" },
  });
  expect(readCommandLine("camera --folder f --port 8095".split(" "))).toEqual({
    ...{ kind: "camera", folder: "f", port: 8095 },
  });
});

test.each([
  ["", "usage:"],
  ["film --folder f", "--ffmpeg is missing"],
  ["camera --folder f --port 0", "--port must be a whole number"],
  ["fleet --credentials c", "--url is missing"],
  ["fleet --credentials c --url http://h", "--url must be like"],
  ["fleet --credentials c --url mqtt://h --speed fast", "--speed must be a number"],
  ["fleet --credentials c --url mqtt://h --fault warmBox", "must be like NAME@DEVICE"],
  ["fleet --credentials c --url mqtt://h --flood", "Unknown option"],
  ["history --credentials c --from 9 --until 9", "--until must be later"],
  ["history --credentials c --from 1 --until 9 --fault noLiquid@WS-1@5@5", "NAME@DEVICE@FROM@UNTIL"],
  ["history --credentials c --from 1 --until 9 --sparse maybe", "--sparse must be yes or no"],
  ["history --credentials c --from noon --until 9", "--from must be a whole number"],
])("refuses `%s` with a sentence", (line, sentence) => {
  expect(() => readCommandLine(line === "" ? [] : line.split(" "))).toThrow(sentence);
});

test("reads a fault line, null where it is none", () => {
  expect(readFaultLine("  fault WS-1 noLiquid off ")).toEqual({
    device: "WS-1",
    fault: "noLiquid",
    on: false,
  });
  for (const line of [
    "",
    "fault WS-1 noLiquid",
    "fault WS-1 noLiquid up",
    "faults a b on",
    "fault a b on c",
  ]) {
    expect(readFaultLine(line)).toBeNull();
  }
});

const profile = { designFlow: 1000, latitude: 0, longitude: 0 };
const device = {
  productKey: "p",
  deviceName: "d",
  deviceSecret: "s",
  typeKey: "waterSample",
  seed: 1,
  profile,
};

test.each([
  ["{", "is not JSON"],
  ["{}", "not valid at devices"],
  [one({ deviceSecret: 5 }), "not valid at devices.0.deviceSecret"],
  [one({ typeKey: "kettle" }), "d has the unknown typeKey kettle; known are: waterSample"],
  [one({ profile: { ...profile, latitude: 91 } }), "The profile of d is not valid at latitude"],
  [JSON.stringify({ devices: [device, device] }), "names d twice"],
])("refuses the credentials %s with a sentence", (text, sentence) => {
  expect(() => readCredentials(text)).toThrow(sentence);
});

function one(change: object): string {
  return JSON.stringify({ devices: [{ ...device, ...change }] });
}
