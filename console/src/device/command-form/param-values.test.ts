import { expect, test } from "vitest";
import { type ParamField, readParams, typedFrom } from "./param-values.ts";

const volume: ParamField = {
  identifier: "volume",
  required: true,
  dataType: { type: "int", min: 10, max: 500, step: null, unit: "mL" },
};
const slot: ParamField = { ...volume, identifier: "index", required: false };
const code: ParamField = { identifier: "bottleId", required: true, dataType: { type: "text", length: 4 } };

test("reads numbers and leaves empty optional fields out", () => {
  expect(readParams([volume, slot], { volume: " 250 ", index: "" })).toEqual({
    ok: true,
    params: { volume: 250 },
  });
});

test("names each field's fault", () => {
  const faultOf = (field: ParamField, text: string) => {
    const read = readParams([field], { [field.identifier]: text });
    return read.ok ? null : read.faults[field.identifier];
  };
  expect(faultOf(volume, "")).toEqual({ key: "required", values: {} });
  expect(faultOf(volume, "5")).toEqual({ key: "range", values: { min: 10, max: 500 } });
  expect(faultOf(volume, "12.5")?.key).toBe("notWhole");
  expect(faultOf(volume, "012")?.key).toBe("notNumber");
  expect(faultOf(volume, "1e2")?.key).toBe("notNumber");
  expect(faultOf(code, "B24183")).toEqual({ key: "tooLong", values: { max: 4 } });
});

test("takes an enum by its number only", () => {
  const field: ParamField = {
    identifier: "mode",
    required: true,
    dataType: { type: "enum", options: [{ value: 0, key: "CTCV", name: "CTCV", nameZh: "定时定量" }] },
  };
  expect(readParams([field], { mode: "0" })).toEqual({ ok: true, params: { mode: 0 } });
  expect(readParams([field], { mode: "7" }).ok).toBe(false);
});

test("gives back what was sent as text", () => {
  expect(typedFrom({ volume: 250, bottleId: "B1", gps: { a: 1 } })).toEqual({
    volume: "250",
    bottleId: "B1",
    gps: '{"a":1}',
  });
});
