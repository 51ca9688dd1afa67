import {
  addLotKey,
  exportLotFile,
  importLotFile,
  listLotKeys,
  removeLotKey,
} from "@tracewater/contract/laboratory/board-lot-files";
import { boardLots, boardTypes } from "@tracewater/contract/laboratory/boards";
import { signingKey } from "@tracewater/custody/head";
import { beforeAll, expect, test } from "vitest";
import { sendFile } from "../../../../test/send-file.ts";
import { addLot, curve, methamphetamine } from "../../../../test/test-boards.ts";
import { addressOf, bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { type FiledLot, writeLotFile } from "./lot-file.model.ts";

onPlatform("Signed lot files", (platform) => {
  const maker = signingKey();
  let admin: Session;

  beforeAll(async () => {
    admin = await platform.admin();
    await addLot(platform, admin, "OWN-1");
    await addLot(platform, admin, "OLD-1", { expiresOn: "2020-01" });
  });

  const send = (text: string | Uint8Array, as = admin) => sendFile(platform, importLotFile, text, {}, as);
  const type: FiledLot["type"] = {
    ...methamphetamine,
    ...{
      cutOffUnit: "ng/mL",
      tempLow: 15,
      tempHigh: 30,
      fixture: "handheld",
      channel: "green",
      signal: "codedDrop",
    },
  };
  const { typeName: _name, ...filedType } = { ...type, typeName: "" };
  const lotOf = (lotNo: string, more: object = {}): FiledLot => ({
    type: filedType,
    lot: {
      ...{
        lotNo,
        typeCode: type.typeCode,
        label: type.label,
        expiresOn: "2099-06",
        ...curve,
        minimumC: 4000,
      },
      ...{ nominalC: null, minimumContrast: 0.117, nominalContrast: null, ratioCutOff: null, repeat: 5 },
      ...more,
    },
  });
  const write = (lots: FiledLot[], key = maker) =>
    writeLotFile({ issuer: "Maker Ltd", issuedAt: new Date("2026-11-01T00:00:00Z"), lots }, key);
  async function download(as = admin) {
    const answer = await fetch(`${platform.url}/prod-api${addressOf(exportLotFile, {})}`, {
      headers: bearer(as),
    });
    note(exportLotFile, "success");
    return answer.text();
  }
  const lotsNow = async () =>
    (await platform.call(boardLots.calls.list, { query: { pageSize: 100 } }, admin)).rows.map(
      (lot) => lot.lotNo,
    );

  test("hold the lots in use, signed by the platform, and are the same until a lot changes", async () => {
    const text = await download();
    expect(await download()).toBe(text);
    const file: ReturnType<typeof JSON.parse> = JSON.parse(text);
    expect(file.publicKey).toBe(platform.publicKey);
    expect(file.lots.map((one: { content: FiledLot }) => one.content.lot.lotNo)).toEqual(["OWN-1"]);
    expect(await send(text)).toMatchObject({ code: 200, data: { added: [], unchanged: ["OWN-1"] } });
    const viewer = await platform.addUser({ roles: ["viewer"] });
    expect(await platform.refusal(exportLotFile, {}, viewer)).toMatchObject({ code: 403 });
  });

  test("of a maker are taken once its key is trusted, and register their lots", async () => {
    const text = write([lotOf("MK-1"), lotOf("MK-2", { expiresOn: "2098-01-15" })]);
    expect(await send(text)).toMatchObject({ errors: [{ field: "publicKey" }] });
    const body = { name: "Maker Ltd", publicKey: maker.publicKey };
    const { lotKeyId } = (await platform.call(addLotKey, { body }, admin)).data;
    expect(await platform.refusal(addLotKey, { body }, admin)).toMatchObject({
      errors: [{ field: "publicKey" }],
    });
    expect(await send(text)).toMatchObject({
      data: { issuer: "Maker Ltd", added: ["MK-1", "MK-2"], unchanged: [] },
    });
    expect(await send(text)).toMatchObject({ data: { added: [], unchanged: ["MK-1", "MK-2"] } });
    expect(await lotsNow()).toEqual(expect.arrayContaining(["MK-1", "MK-2"]));
    expect((await platform.call(listLotKeys, {}, admin)).data.map(({ name }) => name)).toEqual([
      "Tracewater",
      "Maker Ltd",
    ]);
    await platform.call(removeLotKey, { params: { id: lotKeyId } }, admin);
    expect(await send(write([lotOf("MK-3")]))).toMatchObject({ errors: [{ field: "publicKey" }] });
    expect(await platform.refusal(removeLotKey, { params: { id: lotKeyId } }, admin)).toMatchObject({
      code: 404,
    });
    await platform.call(addLotKey, { body }, admin);
  });

  test("with any byte changed are refused by name, and register nothing", async () => {
    const before = await lotsNow();
    const bytes = Buffer.from(write([lotOf("CH-1"), lotOf("CH-2")]));
    const fields = new Set<string>();
    for (let at = 0; at < bytes.length; at += 19) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const refused = await send(changed);
      expect([at, refused.code === 200, refused.errors?.length]).toEqual([at, false, 1]);
      fields.add(refused.errors?.[0]?.field ?? "");
    }
    expect([...fields].sort()).toEqual(expect.arrayContaining(["file", "lots[0]", "lots[1]", "signature"]));
    const low = Buffer.from(bytes.toString().replace('"cutOff":40', '"cutOff":41'));
    expect((await send(low)).errors).toEqual([
      { field: "lots[0]", message: "lot CH-1 was changed after it was signed" },
    ]);
    expect((await send(` ${bytes}`)).errors).toMatchObject([{ field: "file" }]);
    expect(await lotsNow()).toEqual(before);
  });

  test("that contradict what is registered are refused by the field, all of their lots", async () => {
    const fieldOf = async (lots: FiledLot[]) => (await send(write(lots))).errors?.[0]?.field;
    expect(await fieldOf([lotOf("NEW-1"), lotOf("MK-1", { minimumC: 3000 })])).toBe("lots[1].minimumC");
    expect(await fieldOf([{ ...lotOf("NEW-1"), type: { ...filedType, cutOff: 50 } }])).toBe(
      "lots[0].type.cutOff",
    );
    const other = { ...lotOf("NEW-1", { typeCode: "NONE" }), type: { ...filedType, typeCode: "NONE" } };
    expect(await fieldOf([other])).toBe("lots[0].typeCode");
    expect(await fieldOf([lotOf("NEW-1"), lotOf("NEW-1")])).toBe("lots[1].lotNo");
    expect(await send("{}")).toMatchObject({ errors: [{ field: "file" }] });
    expect(await lotsNow()).not.toContain("NEW-1");
    const unit = await platform.addUser({ unitId: await platform.unit(), roles: ["unitAdmin"] });
    expect(await send(write([lotOf("NEW-1")]), unit)).toMatchObject({ code: 403 });
  });

  test("are what a detector gets, byte by byte; another device gets none", async () => {
    const device = await platform.connect(await platform.addDevice({ family: "handFastDetector" }));
    const text = await download();
    const reply = await device.post({}, "thing/boardLots/get");
    expect(reply).toMatchObject({ code: 200, data: { file: text, version: expect.any(Number) } });
    const sampler = await platform.connectNew();
    expect(await sampler.post({}, "thing/boardLots/get")).toMatchObject({ code: 460 });
    await platform.call(boardTypes.calls.list, {}, admin);
  });
});
