import { expect, test } from "vitest";
import { fitConnections } from "./file-limit.ts";

const wanted = {
  http: { total: 4000, perAddress: 500 },
  devices: { total: 50_000, perAddress: 2000 },
};

test("limits that the system has room for stay as they are", () => {
  expect(fitConnections(wanted, 1_048_576)).toEqual({ ...wanted, isReduced: false });
  expect(fitConnections(wanted, null)).toEqual({ ...wanted, isReduced: false });
});

test.each([
  [20_000, 4000, 14_000],
  [4096, 922, 2764],
  [1024, 192, 576],
])(
  "of %i open files %i are for visitors, %i for devices, and the rest stays free",
  (files, http, devices) => {
    const fitted = fitConnections(wanted, files);
    expect(fitted).toMatchObject({ http: { total: http }, devices: { total: devices }, isReduced: true });
    expect(files - http - devices).toBeGreaterThanOrEqual(256);
  },
);
