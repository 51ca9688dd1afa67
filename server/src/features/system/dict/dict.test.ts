import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dictData, getDictEntries } from "@tracewater/contract/system/dict-data";
import { dictTypes, listDictTypeOptions, refreshDictCache } from "@tracewater/contract/system/dict-types";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const dataDir = await mkdtemp(join(tmpdir(), "tw-dict-"));
const types = dictTypes.calls;
const data = dictData.calls;

onPlatform(
  "A dictionary",
  (platform) => {
    let admin: Session = { token: "" };
    let viewer: Session = { token: "" };

    beforeAll(async () => {
      admin = await platform.admin();
      viewer = await platform.addUser({ roles: ["viewer"] });
    });

    const entriesOf = async (type: string, as = viewer) =>
      (await platform.call(getDictEntries, { params: { type } }, as)).data;
    const shipped = async (dictType: string, value: string) => {
      const { rows } = await platform.call(data.list, { query: { dictType, pageSize: 100 } }, admin);
      const found = rows.find((row) => row.dictValue === value);
      if (found === undefined) throw new Error(`${dictType}/${value} is not shipped`);
      return found;
    };

    test("of work types, drug categories and device types is shipped in both languages", async () => {
      const work = await entriesOf("work_type");
      expect(work.map((one) => one.dictLabel)).toEqual([
        "Forensic physical evidence",
        "Electronic data",
        "Forensic toxicology",
        "Trace identification",
        "Forensic clinical",
        "Forensic pathology",
        "Audio-video material",
        "Document examination",
        "Other",
        "Environmental evidence",
      ]);
      expect(work[0]).toMatchObject({ dictValue: "forensicPhysicalEvidence", dictLabelZh: "法医物证" });
      expect((await entriesOf("drug_category")).map((one) => one.dictValue)).toEqual([
        "heroin",
        "cocaine",
        "ecstasy",
        "weed",
        "specialK",
        "meth",
      ]);
      expect((await entriesOf("device_type")).map((one) => one.dictValue)).toEqual([
        "waterSample",
        "mass",
        "liquidExtract",
        "evidenceBox",
        "handFastDetector",
      ]);
      const options = await platform.call(listDictTypeOptions, {}, viewer);
      for (const { dictType } of options.data) {
        for (const one of await entriesOf(dictType)) {
          expect([dictType, one.dictLabelEn, one.dictLabelZh]).not.toContain("");
        }
      }
    });

    test("is worded in the language of the request", async () => {
      const call = { params: { type: "sys_yes_no" } };
      const answer = await platform.ask(getDictEntries, call, viewer, { "accept-language": "zh-CN" });
      expect(answer.body).toMatchObject({ data: [{ dictLabel: "是", dictLabelEn: "Yes" }, {}] });
    });

    test("that nobody knows is an empty list", async () => {
      expect(await entriesOf("no_such_type")).toEqual([]);
    });

    test("is read by every session, and by nobody without one", async () => {
      const nobody = await platform.addUser({});
      expect(await entriesOf("sys_yes_no", nobody)).toHaveLength(2);
      expect(await platform.refusal(getDictEntries, { params: { type: "sys_yes_no" } }, null)).toMatchObject({
        code: 401,
      });
      expect(await platform.refusal(listDictTypeOptions, {}, null)).toMatchObject({ code: 401 });
    });

    test("keeps what an administrator edited over a restart", async () => {
      const before = await shipped("bottle_material", "glass");
      const body = { ...before, dictLabel: "Borosilicate", dictLabelZh: "硼硅玻璃", dictSort: 1 };
      await platform.call(data.change, { body }, admin);
      expect((await entriesOf("bottle_material"))[0]?.dictLabel).toBe("Borosilicate");
      await platform.restart();
      expect((await entriesOf("bottle_material")).map((one) => one.dictLabel)).toEqual([
        "Borosilicate",
        "HDPE",
        "PP",
      ]);
    });

    test("that is built in is neither deleted nor renamed, its values neither", async () => {
      const value = await shipped("bottle_state", "new");
      const gone = await platform.refusal(data.remove, { params: { ids: value.dictCode } }, admin);
      expect(gone).toMatchObject({ code: 500 });
      expect(gone.msg).toContain("Disable it instead");
      const renamed = { ...value, dictValue: "fresh" };
      expect(await platform.refusal(data.change, { body: renamed }, admin)).toMatchObject({
        code: 400,
        errors: [{ field: "dictValue" }],
      });
      const { rows } = await platform.call(types.list, { query: { keyword: "bottle_state" } }, admin);
      const [type] = rows;
      expect(type).toMatchObject({ dictType: "bottle_state", builtIn: "0", dataCount: 10 });
      expect(await platform.refusal(types.remove, { params: { ids: type?.dictId } }, admin)).toMatchObject({
        code: 500,
      });
      const other = { ...type, dictType: "bottle_condition" };
      expect(await platform.refusal(types.change, { body: other }, admin)).toMatchObject({
        errors: [{ field: "dictType" }],
      });
    });

    test("out of use has no values, and a value out of use is not among them", async () => {
      const value = await shipped("preservative", "hclPh2");
      await platform.call(data.change, { body: { ...value, status: "1" } }, admin);
      expect((await entriesOf("preservative")).map((one) => one.dictValue)).toEqual(["none", "na2s2o3"]);
      const { rows } = await platform.call(types.list, { query: { keyword: "preservative" } }, admin);
      const [type] = rows;
      if (type === undefined) throw new Error("it is shipped");
      await platform.call(types.change, { body: { ...type, status: "1" } }, admin);
      expect(await entriesOf("preservative")).toEqual([]);
      await platform.call(types.change, { body: type }, admin);
      await platform.call(data.change, { body: value }, admin);
    });

    test("of one's own is made, filled, renamed with its values, and deleted once it is empty", async () => {
      const made = { dictType: "our_colour", dictName: "Colour", dictNameZh: "颜色" };
      const dictId = (await platform.call(types.add, { body: made }, admin)).data.id;
      const red = { dictType: "our_colour", dictValue: "red", dictLabel: "Red", isDefault: "0" as const };
      const blue = { ...red, dictValue: "blue", dictLabel: "Blue" };
      const { data: added } = await platform.call(data.add, { body: red }, admin);
      await platform.call(data.add, { body: blue }, admin);
      const defaults = (await entriesOf("our_colour")).map((one) => [one.dictValue, one.isDefault]);
      expect(defaults).toEqual([
        ["red", "1"],
        ["blue", "0"],
      ]);
      expect(await platform.refusal(data.add, { body: red }, admin)).toMatchObject({
        code: 409,
        errors: [{ field: "dictValue" }],
      });
      const full = await platform.refusal(types.remove, { params: { ids: dictId } }, admin);
      expect(full.msg).toContain("contains 2 values");
      await platform.call(types.change, { body: { ...made, dictId, dictType: "our_colours" } }, admin);
      expect(await entriesOf("our_colours")).toHaveLength(2);
      const { rows } = await platform.call(data.list, { query: { dictType: "our_colours" } }, admin);
      const ids = rows.map((row) => row.dictCode).join(",");
      await platform.call(data.remove, { params: { ids } }, admin);
      await platform.call(types.remove, { params: { ids: String(dictId) } }, admin);
      expect(await platform.refusal(types.get, { params: { id: dictId } }, admin)).toMatchObject({
        code: 404,
      });
      expect(await platform.refusal(data.get, { params: { id: added.id } }, admin)).toMatchObject({
        code: 404,
      });
    });

    test.each([
      ["dictType", { dictType: "no_such_type" }],
      ["dictValue", { dictValue: "" }],
      ["listClass", { listClass: "purple" }],
      ["dictSort", { dictSort: -1 }],
    ])("refuses a value by its field %s", async (field, wrong) => {
      const body = { dictType: "sys_yes_no", dictValue: "2", dictLabel: "Maybe", ...wrong };
      expect(await platform.refusal(data.add, { body }, admin)).toMatchObject({
        code: 400,
        errors: [{ field }],
      });
    });

    test("refuses a type that is taken or is no name", async () => {
      const body = { dictType: "sys_yes_no", dictName: "Again" };
      expect(await platform.refusal(types.add, { body }, admin)).toMatchObject({ code: 409 });
      const spaced = { dictType: "yes no", dictName: "Spaced" };
      expect(await platform.refusal(types.add, { body: spaced }, admin)).toMatchObject({
        errors: [{ field: "dictType" }],
      });
    });

    test("is read again on request, by administrators alone", async () => {
      await platform.call(refreshDictCache, {}, admin);
      expect(await platform.refusal(refreshDictCache, {}, viewer)).toMatchObject({ code: 403 });
      for (const call of [types.list, data.list, types.get, data.get]) {
        expect(await platform.refusal(call, { params: { id: 1 } }, viewer)).toMatchObject({ code: 403 });
      }
    });
  },
  { env: { DATA_DIR: dataDir } },
);
