import type { ProductModel } from "@tracewater/contract/fleet/products";
import { expect, test } from "vitest";
import type { LogEntry } from "./log-entry.ts";
import { changedBy, type SummaryLabels, severityOf, summarize } from "./log-summary.ts";

const celsius = { type: "float", min: 0, max: 60, step: 0.1, unit: "°C" } as const;
const millilitres = { type: "int", min: 0, max: 1000, step: 1, unit: "mL" } as const;
const volume = { identifier: "volume", name: "Volume", nameZh: "水量", dataType: millilitres };
const model: ProductModel = {
  properties: [
    {
      identifier: "boxTemp",
      name: "Box temperature",
      nameZh: "箱温",
      group: "envStatus",
      writable: false,
      dataType: celsius,
    },
    {
      identifier: "aliquot",
      name: "Aliquot",
      nameZh: "单次采样量",
      group: "setting",
      writable: true,
      dataType: millilitres,
    },
  ],
  events: [
    {
      identifier: "sampleTaken",
      name: "Sample taken",
      nameZh: "采样完成",
      type: "info",
      outputData: [volume],
    },
  ],
  services: [
    {
      identifier: "grab",
      name: "Grab sample",
      nameZh: "瞬时采样",
      callType: "async",
      inputData: [{ ...volume, required: true }],
      outputData: [volume],
    },
  ],
};
const words: SummaryLabels = {
  model,
  language: "en",
  labelOf: (option) => option.name,
  text: (key, values) => `${key}(${Object.values(values).join(" ")})`,
};

function entry(changes: Partial<LogEntry>): LogEntry {
  return {
    key: "1",
    at: 0,
    direction: "up",
    kind: "property",
    topic: "/sys/pk/WS/thing/event/property/post",
    payload: {},
    ...changes,
  };
}

test("values are named and carry their units, bare or with their time", () => {
  const payload = { id: "1", params: { boxTemp: { value: 4.1, time: 1 }, aliquot: 120 } };
  expect(summarize(entry({ payload }), words)).toBe("Box temperature 4.1 °C, Aliquot 120 mL");
  expect(summarize(entry({ payload }), { ...words, language: "zh" })).toBe("箱温 4.1 °C, 单次采样量 120 mL");
});

test("of a report that follows another, what changed is shown, and that nothing did", () => {
  const known = new Map<string, string>();
  const report = (boxTemp: number) => entry({ payload: { params: { boxTemp, aliquot: { value: 120 } } } });
  const line = (boxTemp: number) => summarize(report(boxTemp), words, changedBy(report(boxTemp), known));
  expect(line(4)).toBe("Box temperature 4.0 °C, Aliquot 120 mL");
  expect(line(4.1)).toBe("Box temperature 4.1 °C");
  expect(line(4.1)).toBe("unchanged()");
});

test("counts what it leaves out and shows what the model lacks as it came", () => {
  const payload = { params: { boxTemp: 4, a: 1, b: 2, c: "x", d: 5 } };
  expect(summarize(entry({ payload }), words)).toBe("Box temperature 4.0 °C, a 1, b 2, c x, more(1)");
});

test("an event is named by its topic", () => {
  const event = entry({
    kind: "event",
    topic: "/sys/pk/WS/thing/event/sampleTaken/post",
    payload: { params: { value: { volume: 110 }, time: 1 } },
  });
  expect(summarize(event, words)).toBe("Sample taken: Volume 110 mL");
  expect(severityOf(event, model)).toBe("info");
});

test("commands and replies are named by topic, or by method where they travel synchronously", () => {
  const call = { kind: "service", direction: "down" } as const;
  expect(
    summarize(
      entry({ ...call, topic: "/sys/pk/WS/thing/service/grab", payload: { params: { volume: 250 } } }),
      words,
    ),
  ).toBe("Grab sample: Volume 250 mL");
  expect(
    summarize(
      entry({ ...call, topic: "/sys/pk/WS/rrpc/request/77", payload: { method: "thing.service.grab" } }),
      words,
    ),
  ).toBe("Grab sample");
  expect(
    summarize(
      entry({ ...call, topic: "/sys/pk/WS/thing/service/property/get", payload: { params: ["boxTemp"] } }),
      words,
    ),
  ).toBe("get(Box temperature)");
  expect(
    summarize(
      entry({
        kind: "reply",
        topic: "/sys/pk/WS/thing/service/grab_reply",
        payload: { code: 200, data: { volume: 250 } },
      }),
      words,
    ),
  ).toBe("replyOf(Grab sample), code(200): Volume 250 mL");
});
