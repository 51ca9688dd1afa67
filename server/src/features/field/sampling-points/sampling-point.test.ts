import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const { add, change, get, list, remove } = samplingPoints.calls;
const dataDir = await mkdtemp(join(tmpdir(), "tw-points-"));
const nobodysId = 2_000_000_000;

onPlatform(
  "A sampling point",
  (platform) => {
    let unitId = 0;
    let admin: Session = { token: "" };
    let engineer: Session = { token: "" };
    let operator: Session = { token: "" };
    let foreign: Session = { token: "" };
    let foreignUnit = 0;

    beforeAll(async () => {
      admin = await platform.admin();
      unitId = await platform.addUnit("North");
      foreignUnit = await platform.addUnit("South");
      engineer = await platform.addUser({ unitId, roles: ["engineer"] });
      operator = await platform.addUser({ unitId, roles: ["operator"] });
      foreign = await platform.addUser({ unitId: foreignUnit, roles: ["engineer"] });
    });

    const point = (code: string) => ({ code, name: `Point ${code}`, kind: "plantInlet" as const, unitId });
    const addPoint = async (code: string) =>
      (await platform.call(add, { body: point(code) }, operator)).data.id;

    test("is added, read, changed and deleted", async () => {
      const body = {
        ...point("N-1"),
        latitude: 53.5,
        longitude: -0.25,
        address: "Quay 1",
        zone: "Europe/London",
        population: 120_000,
        populationMethod: "census" as const,
        populationDate: "2024-02-29",
        designFlow: 24_000.5,
        contact: "J. Doe",
      };
      const { data } = await platform.call(add, { body }, operator);
      const read = await platform.call(get, { params: { id: data.id } }, operator);
      expect(read.data).toEqual({
        ...body,
        pointId: data.id,
        country: "",
        place: "",
        source: "",
        status: "0",
        unitName: "North",
        deviceCount: 0,
      });
      const changed = { ...body, pointId: data.id, name: "a < b && c > d", status: "1" as const };
      await platform.call(change, { body: changed }, operator);
      const again = await platform.call(get, { params: { id: data.id } }, operator);
      expect(again.data).toMatchObject({ name: "a < b && c > d", status: "1", populationDate: "2024-02-29" });
      await platform.call(remove, { params: { ids: String(data.id) } }, engineer);
      expect(await platform.refusal(get, { params: { id: data.id } }, operator)).toMatchObject({ code: 404 });
    });

    test("drops fields that it does not have", async () => {
      const body = { ...point("N-2"), id: 7, createdAt: "1970-01-01", deviceCount: 9 };
      const { data } = await platform.call(add, { body }, operator);
      expect(data.id).not.toBe(7);
    });

    test("with a code that is taken is a conflict at the field", async () => {
      const id = await addPoint("N-3");
      const taken = { code: 409, errors: [{ field: "code" }] };
      expect(await platform.refusal(add, { body: point("N-3") }, operator)).toMatchObject(taken);
      const elsewhere = { ...point("N-3"), unitId: foreignUnit };
      expect(await platform.refusal(add, { body: elsewhere }, foreign)).toMatchObject(taken);
      await addPoint("N-4");
      const body = { ...point("N-4"), pointId: id };
      expect(await platform.refusal(change, { body }, operator)).toMatchObject(taken);
    });

    test.each([
      ["code", { code: "  " }],
      ["kind", { kind: "lake" }],
      ["latitude", { latitude: 91 }],
      ["population", { population: 1.5 }],
      ["populationDate", { populationDate: "2024-02-30" }],
      ["designFlow", { designFlow: -1 }],
      ["zone", { zone: "Mars/Olympus" }],
      ["unitId", { unitId: 999_999 }],
    ])("is refused by its field %s", async (field, wrong) => {
      const body = { ...point("N-5"), ...wrong };
      expect(await platform.refusal(add, { body }, operator)).toMatchObject({
        code: 400,
        errors: [{ field }],
      });
    });

    test("of another unit answers exactly as nobody's, and is not written", async () => {
      const id = await addPoint("N-6");
      const answers = [id, nobodysId].map(async (one) => [
        await platform.refusal(get, { params: { id: one } }, foreign),
        await platform.refusal(change, { body: { ...point("N-6"), pointId: one } }, foreign),
        await platform.refusal(remove, { params: { ids: one } }, foreign),
      ]);
      const [others, nobodys] = (await Promise.all(answers)).map((all) =>
        all.map((one) => ({ ...one, requestId: "" })),
      );
      expect(others?.map((one) => one.code)).toEqual([404, 404, 404]);
      expect(others).toEqual(nobodys);
      const { rows } = await platform.call(list, { query: { pageSize: 100 } }, foreign);
      expect(rows.filter((row) => row.unitId !== foreignUnit)).toEqual([]);
      const moved = { ...point("N-6"), pointId: id, unitId: foreignUnit };
      expect(await platform.refusal(change, { body: moved }, operator)).toMatchObject({
        errors: [{ field: "unitId" }],
      });
    });

    test("where devices are, or was, is not deleted", async () => {
      const id = await addPoint("N-7");
      const device = await platform.addDevice({ unitId });
      const params = { family: "waterSample" } as const;
      const body = { id: device.id, nickname: "", tags: [], pointId: id };
      await platform.call(changeDevice, { params, body }, admin);
      const bound = await platform.refusal(remove, { params: { ids: id } }, engineer);
      expect(bound.msg).toBe("1 device is bound to a sampling point you want to delete. Move it first.");
      await platform.call(changeDevice, { params, body: { ...body, pointId: null } }, admin);
      const past = await platform.refusal(remove, { params: { ids: id } }, engineer);
      expect(past).toMatchObject({ code: 500 });
      expect(past.msg).toContain("Disable it instead");
    });

    test("is deleted by engineers, not by operators", async () => {
      const id = await addPoint("N-8");
      expect(await platform.refusal(remove, { params: { ids: id } }, operator)).toMatchObject({ code: 403 });
      expect(await platform.refusal(remove, { params: { ids: "x" } }, engineer)).toMatchObject({ code: 400 });
    });

    test("is found by keyword, kind, state and unit, and sorted", async () => {
      for (const code of ["S-1", "S-2", "S-3"]) await addPoint(code);
      const codes = async (query: object) =>
        (await platform.call(list, { query }, operator)).rows.map((row) => row.code);
      const sorted = { keyword: "point s-", orderByColumn: "code", isAsc: "descending" };
      expect(await codes(sorted)).toEqual(["S-3", "S-2", "S-1"]);
      expect(await codes({ keyword: "S-", kind: "outfall" })).toEqual([]);
      expect(await codes({ keyword: "S-", kind: "plantInlet", status: "0", unitId })).toHaveLength(3);
      const unsortable = { query: { orderByColumn: "designFlow" } };
      expect(await platform.refusal(list, unsortable, operator)).toMatchObject({
        errors: [{ field: "orderByColumn" }],
      });
    });
  },
  { env: { DATA_DIR: dataDir } },
);
