import { expect, test } from "vitest";
import { readShown, readSpan, spanAt, writeSpan } from "./spans.ts";

const search = (text: string) => new URLSearchParams(text);

test("a moving span ends with the current minute", () => {
  expect(spanAt({ kind: "1h" }, 7_200_001)).toEqual({ begin: 3_660_000, end: 7_260_000 });
});

test("reads and writes the span in the address and keeps the rest", () => {
  expect(readSpan(search("span=6h"), { kind: "24h" })).toEqual({ kind: "6h" });
  expect(readSpan(search("span=2y"), { kind: "24h" })).toEqual({ kind: "24h" });
  expect(readSpan(search("begin=1000&end=2000"), { kind: "24h" })).toEqual({
    kind: "custom",
    begin: 1000,
    end: 2000,
  });
  expect(readSpan(search("begin=2000&end=1000"), { kind: "24h" })).toEqual({ kind: "24h" });
  expect(writeSpan(search("show=flow&begin=1&end=2"), { kind: "7d" }).toString()).toBe("show=flow&span=7d");
});

test("shows what the address names, once each, if the product has it", () => {
  const known = ["boxTemp", "flow", "ph"];
  expect(readShown(search("show=ph,ph,nothing"), known, ["boxTemp"])).toEqual(["ph"]);
  expect(readShown(search(""), known, ["boxTemp", "gone"])).toEqual(["boxTemp"]);
  expect(readShown(search("show="), known, ["boxTemp"])).toEqual([]);
});
