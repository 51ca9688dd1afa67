import type { LonLat } from "@tracewater/contract/field/catchment";
import {
  addPointFigure,
  getPointDetails,
  listPointPlaces,
  removePointFigure,
  setPointArea,
} from "@tracewater/contract/field/point-details";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const ring: LonLat[] = [
  [10, 50],
  [10.1, 50],
  [10.1, 50.1],
  [10, 50.1],
  [10, 50],
];
const polygon = (corners: LonLat[]) => ({ type: "Polygon" as const, coordinates: [corners] });

onPlatform("A sampling point in full", (platform) => {
  let unitId = 0;
  let operator: Session = { token: "" };
  let foreign: Session = { token: "" };
  let viewer: Session = { token: "" };

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    operator = await platform.addUser({ unitId, roles: ["operator"] });
    viewer = await platform.addUser({ unitId, roles: ["viewer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["engineer"] });
  });

  const addPoint = async (code: string, more: object = {}) => {
    const body = { code, name: `Point ${code}`, kind: "plantInlet" as const, unitId, ...more };
    return (await platform.call(samplingPoints.calls.add, { body }, operator)).data.id;
  };
  const detailsOf = async (id: number) =>
    (await platform.call(getPointDetails, { params: { id } }, viewer)).data;

  test("is on the map of those who may see it", async () => {
    const id = await addPoint("M-1", { longitude: 10.5, latitude: 50.5 });
    await addPoint("M-2");
    const own = (await platform.call(listPointPlaces, {}, viewer)).data;
    const at = {
      pointId: id,
      code: "M-1",
      name: "Point M-1",
      longitude: 10.5,
      latitude: 50.5,
      deviceCount: 0,
    };
    expect(own).toEqual([at]);
    expect((await platform.call(listPointPlaces, {}, foreign)).data).toEqual([]);
  });

  test("has a catchment that is drawn, kept as it came, redrawn and taken away", async () => {
    const pointId = await addPoint("A-1");
    expect((await detailsOf(pointId)).area).toBeNull();
    await platform.call(setPointArea, { body: { pointId, catchment: polygon(ring) } }, operator);
    const { area } = await detailsOf(pointId);
    expect(area).toMatchObject({ catchment: polygon(ring) });
    expect(area?.squareKm).toBeCloseTo(79.4, 0);
    expect(
      await platform.refusal(setPointArea, { body: { pointId, catchment: null } }, foreign),
    ).toMatchObject({
      code: 404,
    });
    await platform.call(setPointArea, { body: { pointId, catchment: null } }, operator);
    expect((await detailsOf(pointId)).area).toBeNull();
  });

  test("refuses a ring that is open or crosses itself, with the reason in the asker's language", async () => {
    const pointId = await addPoint("A-2");
    const bow: LonLat[] = [
      [10, 50],
      [10.1, 50.1],
      [10.1, 50],
      [10, 50.1],
      [10, 50],
    ];
    for (const [corners, reason] of [
      [ring.slice(0, 4), "环未闭合"],
      [bow, "环自相交"],
    ] as const) {
      const body = { pointId, catchment: polygon([...corners]) };
      const refused = await platform.refusal(setPointArea, { body }, operator, { "accept-language": "zh" });
      expect(refused).toMatchObject({ code: 400 });
      expect(refused.errors?.[0]?.message).toContain(reason);
    }
    expect((await detailsOf(pointId)).area).toBeNull();
  });

  test("keeps dated figures with method and source; the newest population is the point's own", async () => {
    const pointId = await addPoint("F-1", { population: 900 });
    const add = async (since: string, value: number, more: object = {}) => {
      const figure = { kind: "population" as const, method: "census" as const, source: "Statistics office" };
      return (
        await platform.call(addPointFigure, { body: { pointId, since, value, ...figure, ...more } }, operator)
      ).data.id;
    };
    await add("2020-01-01", 1000);
    const newest = await add("2024-01-01", 1200, { method: "nh4n", source: "NH4-N, winter" });
    await add("2022-01-01", 1100);
    await add("2024-06-01", 24_500.5, { kind: "flow", method: "meter", source: "Inlet meter" });
    const { figures } = await detailsOf(pointId);
    expect(figures.map((one) => [one.kind, one.since, one.value, one.method])).toEqual([
      ["flow", "2024-06-01", 24_500.5, "meter"],
      ["population", "2024-01-01", 1200, "nh4n"],
      ["population", "2022-01-01", 1100, "census"],
      ["population", "2020-01-01", 1000, "census"],
    ]);
    const read = async () =>
      (await platform.call(samplingPoints.calls.get, { params: { id: pointId } }, viewer)).data;
    expect(await read()).toMatchObject({
      ...{ population: 1200, populationMethod: "nh4n", populationDate: "2024-01-01", designFlow: null },
    });
    expect(await platform.refusal(removePointFigure, { params: { id: newest } }, foreign)).toMatchObject({
      code: 404,
    });
    await platform.call(removePointFigure, { params: { id: newest } }, operator);
    expect(await read()).toMatchObject({ population: 1100, populationDate: "2022-01-01" });
  });

  test.each([
    ["since", { since: "2024-02-30" }],
    ["method", { method: "meter" }],
    ["value", { value: 1.5 }],
    ["value", { value: -1 }],
  ])("refuses a figure by its %s", async (field, wrong) => {
    const pointId = await addPoint(
      `R-${JSON.stringify(wrong).length}-${field}-${Object.values(wrong).join()}`.slice(0, 40),
    );
    const figure = { kind: "population", since: "2024-01-01", value: 10, method: "census" };
    const body = { pointId, ...figure, ...wrong };
    expect(await platform.refusal(addPointFigure, { body }, operator)).toMatchObject({
      code: 400,
      errors: [{ field }],
    });
  });

  test("refuses a second figure of one day by one method", async () => {
    const pointId = await addPoint("T-1");
    const body = { pointId, kind: "flow" as const, since: "2024-01-01", value: 10, method: "meter" as const };
    await platform.call(addPointFigure, { body }, operator);
    expect(await platform.refusal(addPointFigure, { body }, operator)).toMatchObject({
      code: 409,
      errors: [{ field: "since" }],
    });
  });

  test("shows which devices are there and was there", async () => {
    const pointId = await addPoint("D-1");
    const device = await platform.addDevice({ unitId });
    const admin = await platform.admin();
    for (const at of [pointId, null]) {
      const body = { id: device.id, nickname: "", tags: [], pointId: at };
      await platform.call(changeDevice, { params: { family: "waterSample" }, body }, admin);
    }
    const { devices } = await detailsOf(pointId);
    expect(devices).toMatchObject([{ deviceName: device.deviceName, typeKey: "waterSample" }]);
    expect(devices[0]?.until).not.toBeNull();
    expect(await platform.refusal(getPointDetails, { params: { id: pointId } }, foreign)).toMatchObject({
      code: 404,
    });
  });
});
