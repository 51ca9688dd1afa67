import { expect, test } from "vitest";
import { listPageOf } from "./list-page.ts";

const page = (path: string, component: string, hidden = false, query = {}) => ({
  path,
  component,
  hidden,
  query,
});
const reports = page("/report/report", "laboratory/reports/report-list");
const samples = page("/sampling/list", "laboratory/samplings/sampling-list");
const samplers = page("/device/list/waterSample", "fleet/devices/device-list", false, {
  family: "waterSample",
});
const boxes = page("/device/list/box", "fleet/devices/device-list", false, { family: "box" });
const pages = [boxes, reports, samples, samplers];

test("a report belongs to the list of reports, a device to the list of its family", () => {
  const report = page("/report/samplePointDetail", "laboratory/reports/point-report", true);
  expect(listPageOf(report, {}, pages)).toBe(reports);
  const family = { family: "waterSample" };
  const sampler = page("/device/waterSample/:deviceName", "fleet/devices/device-page", true, family);
  expect(listPageOf(sampler, { deviceName: "WS-0417" }, pages)).toBe(samplers);
});

test("of several lists under one word, a page belongs to the one that its path continues", () => {
  const tests = page("/board/test", "laboratory/boards/board-test-list");
  const lots = page("/board/lot", "laboratory/boards/lot-list");
  const lot = page("/board/lot_tab/:id", "laboratory/boards/board-lot", true);
  const record = page("/board/record/:id", "laboratory/boards/board-test", true);
  expect(listPageOf(lot, {}, [tests, lots])).toBe(lots);
  expect(listPageOf(record, {}, [tests, lots])).toBe(tests);
});

test("a page of another feature than its list belongs to the list under the same word", () => {
  const autoSamplings = page("/samplingAuto/list", "laboratory/samplings/auto-list");
  const now = page("/samplingAuto/auto", "laboratory/samplings/auto-now", true);
  const one = page("/samplingAuto/detail", "field/samplers/auto-detail", true);
  expect(listPageOf(one, {}, [samples, now, autoSamplings])).toBe(autoSamplings);
});

test("a trace belongs to the list of what it was opened from", () => {
  const trace = page("/thread/:kind/:id", "laboratory/thread/thread", true);
  expect(listPageOf(trace, { kind: "sampling" }, pages)).toBe(samples);
  expect(listPageOf(trace, { kind: "bottle" }, pages)).toBeUndefined();
});

test("a page of the menu belongs to no other", () => {
  expect(listPageOf(reports, {}, pages)).toBeUndefined();
});
