import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { expect, test } from "vitest";
import { toBody, toFormValues } from "./form-values.ts";

const row = {
  code: "P-1",
  name: " a ",
  kind: "outfall",
  unitId: 3,
  latitude: -12.5,
  population: null,
  populationDate: "2024-02-29",
  status: "1",
};

test("a row comes back as it went into the form", () => {
  const body = toBody(samplingPoints, toFormValues(samplingPoints, row));
  expect(body).toMatchObject(row);
  expect(samplingPoints.body.safeParse(body).success).toBe(true);
});

test("a new one begins with the declared fallbacks", () => {
  const values = toFormValues(samplingPoints, null);
  expect(values).toMatchObject({ status: "0", country: "", kind: undefined, unitId: undefined });
});

test("what is no number is sent as it was typed", () => {
  expect(toBody(samplingPoints, { population: "many", latitude: " 1.5 " })).toMatchObject({
    population: "many",
    latitude: 1.5,
  });
});
