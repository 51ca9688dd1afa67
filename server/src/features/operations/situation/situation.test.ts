// The situation screens through HTTP: machines, loads of the network and of points, catchments, and who sees them.
import { computeLoads } from "@tracewater/contract/laboratory/loads";
import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { getUnitArea, listUnitAreas, setUnitArea } from "@tracewater/contract/operations/unit-areas";
import { beforeAll, expect, test } from "vitest";
import { addAlarm } from "../../../../test/test-alarm.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** Monday to Thursday, and the same days of the week 364 days before. */
const now = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"];
const before = ["2025-03-03", "2025-03-04", "2025-03-05", "2025-03-06"];

onPlatform("The situation", (platform) => {
  let unitId = 0;
  let analyst: Session = { token: "" };
  let viewer: Session = { token: "" };
  let foreign: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    viewer = await platform.addUser({ unitId, roles: ["viewer"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["viewer"] });
  });

  async function addPoint(name: string, kind: string, more: object = {}): Promise<number> {
    made += 1;
    const { id } = await platform.db
      .insertInto("samplingPoint")
      .values({ code: `P${made}`, name, kind, unitId, designFlow: 10_000, ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  /** A null is a result below the LOQ. */
  async function addLoads(pointId: number, results: Readonly<Record<string, string | null>>): Promise<void> {
    for (const [sampledOn, value] of Object.entries(results)) {
      made += 1;
      const bottle = { bodyCode: `S${1000 + made}`, unitId };
      const { id: bottleId } = await platform.db
        .insertInto("bottle")
        .values(bottle)
        .returning("id")
        .executeTakeFirstOrThrow();
      const measured = { value, flag: value === null ? "belowLoq" : "quantified", uncertainty: null };
      const about = { unitId, bottleId, pointId, sampledOn, analyte: "mdma", loq: "0.005", lod: null };
      const how = { phase: "liquid", source: "lcms", method: "", methodVersion: "", state: "approved" };
      const people = { analystIds: [1_000_000], analyst: "a", reviewerId: 2_000_000 };
      await platform.db
        .insertInto("assay")
        .values({ ...about, ...measured, ...how, ...people })
        .execute();
    }
    for (const year of ["2025", "2026"]) {
      const body = { pointId, from: `${year}-01-01`, until: `${year}-12-31` };
      await platform.call(computeLoads, { body }, analyst);
    }
  }
  const dated = (days: readonly string[], values: readonly (string | null)[]) =>
    Object.fromEntries(days.map((day, at) => [day, values[at] ?? null]));
  const loadsOf = async (as = viewer, query: object = {}) =>
    (await platform.call(getSituationLoads, { query }, as)).data;
  const ecstasyOf = async () => (await loadsOf())?.categories.find(({ category }) => category === "ecstasy");

  test("has no loads where none was computed", async () => {
    expect(await loadsOf()).toBeNull();
    const query = { category: "ecstasy" as const };
    const { data } = await platform.call(getSituationPoints, { query }, viewer);
    expect(data).toMatchObject({ analyte: null, from: null, reference: null });
  });

  test("weighs plants by inhabitants, and its change is the report's: the same weekdays of the same plants", async () => {
    const large = await addPoint("Large", "plantInlet", { population: 300_000 });
    const small = await addPoint("Small", "plantInlet", { population: 100_000 });
    const sewer = await addPoint("Sewer", "sewerNode", { population: 1000 });
    const isNew = await addPoint("New", "plantInlet", { population: 100_000 });
    // 0.6 ug/L x 10,000 m3/d of 300,000 inhabitants: 20 mg/d/1000
    await addLoads(
      large,
      dated([...before, ...now], ["0.30", "0.31", "0.30", "0.29", "0.60", "0.60", "0.61", "0.59"]),
    );
    await addLoads(
      small,
      dated([...before, ...now], ["0.1", "0.1", "0.1", "0.1", "0.2", "0.2", "0.2", "0.2"]),
    );
    await addLoads(sewer, dated(now, ["9", "9", "9", "9"]));
    expect(await ecstasyOf()).toMatchObject({
      ...{ analyte: "mdma", mean: "20", plants: 2, people: 400_000, results: 8, below: 0, pairedPlants: 2 },
      change: { to: "increase", before: "10", percent: 100, isShown: true, pairs: 4 },
      changeGap: null,
    });
    // A plant without an earlier year moves the mean, not the change.
    await addLoads(isNew, dated(now, ["1.2", "1.2", "1.2", "1.2"]));
    expect(await ecstasyOf()).toMatchObject({
      ...{ mean: "40", plants: 3, pairedPlants: 2 },
      change: { percent: 100, before: "10" },
    });
    expect(await loadsOf()).toMatchObject({ from: "2026-02-06", until: "2026-03-05" });
    const course = (await ecstasyOf())?.course;
    expect(course).toHaveLength(12);
    expect(course?.at(-1)).toEqual({ from: "2026-02-27", mean: 40 });
    expect(course?.at(-2)?.mean).toBeNull();
  });

  test("shows no change where the interval contains 0, and no trend where most results are below the LOQ", async () => {
    const other = await platform.addUser({ unitId, roles: ["viewer"] });
    const point = await addPoint("Noisy", "plantInlet", { population: 10_000 });
    await addLoads(
      point,
      dated([...before, ...now], ["0.1", "0.9", "0.2", "0.8", "0.9", "0.1", "0.9", "0.3"]),
    );
    const quiet = await addPoint("Quiet", "plantInlet", { population: 10_000 });
    await addLoads(quiet, dated([...before, ...now], ["0.1", "0.1", "0.1", "0.1", null, null, null, "0.1"]));
    const query = { category: "ecstasy" as const };
    const { data } = await platform.call(getSituationPoints, { query }, other);
    const find = (name: string) => data.points.find((one) => one.name === name);
    expect(find("Noisy")).toMatchObject({ change: { isShown: false, pairs: 4 }, load: { days: 4 } });
    expect(find("Noisy")?.change?.interval?.low).toBeLessThan(0);
    expect(find("Quiet")).toMatchObject({ change: null, changeGap: "trendForbidden", load: { below: 3 } });
  });

  test("lists every point, the highest load first, with its lowest and highest day; one without results has none", async () => {
    await addPoint("Unmeasured", "plantInlet", { longitude: 10, latitude: 50 });
    const query = { category: "ecstasy" as const };
    const { data } = await platform.call(getSituationPoints, { query }, viewer);
    const means = data.points.flatMap(({ load }) => load?.mean ?? []);
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(data.reference).toBe(means[0]);
    expect(data.points[0]).toMatchObject({ name: "Sewer", isPlant: false });
    const large = data.points.find(({ name }) => name === "Large");
    expect(large?.load).toMatchObject({ days: 4, population: 300_000 });
    expect(large?.load?.lowest).toBeLessThan(large?.load?.mean ?? 0);
    expect(data.points.find(({ name }) => name === "Unmeasured")).toMatchObject({
      ...{ load: null, change: null, longitude: 10, latitude: 50 },
    });
    // Another week than the newest.
    const earlier = { ...query, until: before[3] };
    const past = (await platform.call(getSituationPoints, { query: earlier }, viewer)).data;
    expect(past.points.find(({ name }) => name === "New")?.load).toBeNull();
    expect(past.points.find(({ name }) => name === "Small")?.load?.mean).toBe(10);
    const wrong = { category: "tea" } as never;
    expect(await platform.refusal(getSituationPoints, { query: wrong }, viewer)).toMatchObject({
      ...{ code: 400, errors: [{ field: "category" }] },
    });
  });

  test("counts the fleet by family with its alarms, and puts devices with alarms first in the demo's list", async () => {
    const quiet = await platform.addDevice({ unitId, deviceName: "SIT-QUIET" });
    const loud = await platform.addDevice({ unitId, deviceName: "SIT-LOUD" });
    await addAlarm(platform.db, loud.id, "No liquid");
    const { fleet, alarms, samplings } = (await platform.call(getSituation, {}, viewer)).data;
    expect(fleet).toMatchObject([{ typeKey: "waterSample", notActivated: 2, alarmed: 1 }]);
    expect(alarms).toMatchObject({
      ...{ open: 1, active: 1 },
      rows: [{ name: "No liquid", severity: "major", deviceId: loud.id, isAcknowledged: false }],
    });
    expect(samplings).toEqual({ overdue: 0, rows: [] });
    const { data: devices } = await platform.call(listSituationDevices, {}, viewer);
    expect(devices).toMatchObject([
      { deviceId: loud.id, alarm: "major" },
      { deviceId: quiet.id, alarm: null },
    ]);
    const nobody = await platform.addUser({ unitId });
    const { data } = await platform.call(getSituation, {}, nobody);
    expect(data).toMatchObject({ alarms: null, samplings: null });
    expect(await platform.refusal(getSituationLoads, {}, nobody)).toMatchObject({ code: 403 });
  });

  test("shows the catchments of a window or of a point, and refuses a window that is none", async () => {
    const pointId = await addPoint("Drawn", "plantInlet", { longitude: 10.2, latitude: 50.2 });
    const ring = [
      [10, 50],
      [10.5, 50],
      [10.5, 50.5],
      [10, 50],
    ];
    const area = JSON.stringify({ type: "Polygon", coordinates: [ring] });
    await platform.db
      .insertInto("samplingPointArea")
      .values({ pointId, area, squareKm: 100, changedBy: "somebody" })
      .execute();
    const read = async (query: object, as = viewer) =>
      (await platform.call(getSituationAreas, { query }, as)).data;
    const window = { west: 9, south: 49, east: 11, north: 51 };
    expect(await read(window)).toMatchObject([
      { pointId, name: "Drawn", catchment: { coordinates: [ring] } },
    ]);
    expect(await read({ ...window, west: 11, east: 12 })).toEqual([]);
    expect(await read({ pointId })).toHaveLength(1);
    expect(await read({ pointId }, foreign)).toEqual([]);
    for (const [query, field] of [
      [{ west: 9 }, "pointId"],
      [{ ...window, east: 20 }, "east"],
      [{ ...window, north: 40 }, "north"],
    ] as const) {
      expect(await platform.refusal(getSituationAreas, { query }, viewer)).toMatchObject({
        ...{ code: 400, errors: [{ field }] },
      });
    }
  });

  test("gives a figure for the area of a unit only where its catchments cover more than 80 % of its people", async () => {
    const admin = await platform.admin();
    const box = (west: number, east: number) => ({
      type: "Polygon" as const,
      coordinates: [
        [
          [west, 60],
          [east, 60],
          [east, 61],
          [west, 61],
          [west, 60],
        ] as [number, number][],
      ],
    });
    const pointId = await addPoint("Half inside", "plantInlet", { population: 100_000 });
    await platform.db
      .insertInto("samplingPointArea")
      .values({ pointId, area: JSON.stringify(box(20, 21)), squareKm: 100, changedBy: "somebody" })
      .execute();
    await addLoads(pointId, dated(now, ["0.4", "0.4", "0.4", "0.4"]));
    const set = async (people: number) =>
      platform.call(setUnitArea, { body: { unitId, area: { area: box(20.5, 22), people } } }, admin);
    const read = async () =>
      (await platform.call(listUnitAreas, { query: { category: "ecstasy" } }, viewer)).data.areas[0];
    await set(60_000);
    expect(await read()).toMatchObject({ name: "North", plants: 1, people: 60_000 });
    expect((await read())?.cover).toBeCloseTo(0.833, 2);
    expect((await read())?.mean).toBeCloseTo(40, 5);
    await set(80_000);
    expect((await read())?.cover).toBeCloseTo(0.625, 2);
    expect((await read())?.mean).toBeNull();
    const stored = await platform.call(getUnitArea, { params: { id: unitId } }, admin);
    expect(stored.data).toMatchObject({ people: 80_000, area: box(20.5, 22) });
    const nobody = { area: box(20.5, 22), people: 0 };
    expect(await platform.refusal(setUnitArea, { body: { unitId, area: nobody } }, admin)).toMatchObject({
      code: 400,
      errors: [{ field: "area.people" }],
    });
    const query = { category: "ecstasy" as const };
    expect((await platform.call(listUnitAreas, { query }, foreign)).data.areas).toEqual([]);
    expect(await platform.refusal(getUnitArea, { params: { id: unitId } }, foreign)).toMatchObject({
      code: 403,
    });
    const tea = { query: { category: "tea" } as never };
    expect(await platform.refusal(listUnitAreas, tea, viewer)).toMatchObject({
      ...{ code: 400, errors: [{ field: "category" }] },
    });
    await platform.call(setUnitArea, { body: { unitId, area: null } }, admin);
    expect(await read()).toBeUndefined();
  });

  test("of another unit is not seen", async () => {
    expect(await loadsOf(foreign)).toBeNull();
    const query = { category: "ecstasy" as const };
    expect((await platform.call(getSituationPoints, { query }, foreign)).data.points).toEqual([]);
    expect((await platform.call(listSituationDevices, {}, foreign)).data).toEqual([]);
    expect((await platform.call(getSituation, {}, foreign)).data).toMatchObject({
      ...{ fleet: [], alarms: { open: 0, rows: [] } },
    });
  });
});
