import {
  addEntrustment,
  changeEntrustment,
  confirmEntrustment,
  decideEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem, recordItemEvent } from "@tracewater/contract/evidence/items";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

type Wrong = readonly [field: string, value: unknown];

const long = (length: number) => "x".repeat(length);

/** Each field of the letter of entrustment with a value that it must not have. */
const wrongLetter: readonly Wrong[] = [
  ...([
    ["unitId", 0],
    ["unitId", 999_999],
    ["clientName", ""],
    ["clientName", long(101)],
  ] as const),
  ...([
    ["clientAddress", long(201)],
    ["contact", long(61)],
    ["phone", long(31)],
  ] as const),
  ...([
    ["clientDocument", long(61)],
    ["caseNo", long(65)],
    ["workTypes", []],
    ["workTypes.0", ["astrology"]],
  ] as const),
  ...([
    ["examination", "second"],
    ["earlierNo", long(65)],
    ["purpose", "fun"],
    ["matters", ""],
  ] as const),
  ...([
    ["matters", long(2001)],
    ["facts", long(4001)],
    ["persons", Array(51).fill({ name: "A", role: "party" })],
  ] as const),
  ...([
    ["persons.0.name", [{ name: "", role: "party" }]],
    ["persons.0.role", [{ name: "A", role: "king" }]],
  ] as const),
  ...([
    ["disposition", "sold"],
    ["fetchWeeks", 0],
    ["fetchWeeks", 521],
    ["fetchWeeks", 1.5],
  ] as const),
  ...([
    ["risks", long(1001)],
    ["dueDate", "2026-02-30"],
    ["dueDate", "soon"],
    ["fee", -1],
    ["fee", "ten"],
  ] as const),
  ...([
    ["feeCurrency", "XXX"],
    ["feeCurrency", "cny"],
    ["feeNote", long(201)],
    ["opinionDelivery", "pigeon"],
    ["copies", 0],
    ["copies", 51],
  ] as const),
  ...([
    ["retention", "years3"],
    ["retentionGround", long(201)],
  ] as const),
];

const wrongItem: readonly Wrong[] = [
  ...([
    ["entrustmentId", 0],
    ["name", ""],
    ["name", long(201)],
    ["quantity", 0],
    ["quantity", -1],
  ] as const),
  ...([
    ["quantity", 0.00001],
    ["quantity", 100_000_000],
    ["quantity", "ten"],
    ["unit", "kg"],
  ] as const),
  ...([
    ["uniqueMark", long(101)],
    ["packaging", long(101)],
    ["sealNo", long(65)],
    ["photoHash", "abc"],
  ] as const),
  ...([
    ["storage", "warm"],
    ["hazard", "ghost"],
    ["origin", "found"],
    ["place", long(201)],
  ] as const),
];

const wrongEvent: readonly Wrong[] = [
  ...([
    ["itemId", 0],
    ["step", "eat"],
    ["place", long(201)],
    ["note", long(501)],
    ["authority", long(201)],
  ] as const),
  ...([
    ["sealNo", long(65)],
    ["condition", long(201)],
    ["amount", -1],
    ["amount", 0.00001],
  ] as const),
  ...([
    ["parts.0", [0]],
    ["parts.0", [-1]],
    ["parts", Array(51).fill(1)],
    ["toUserId", 0],
  ] as const),
  ...([
    ["expiresInHours", 0],
    ["expiresInHours", 169],
    ["toPerson", long(61)],
    ["deviceName", long(65)],
  ] as const),
  ...([
    ["slot", 0],
    ["slot", 201],
    ["slot", 1.5],
    ["isLost", "yes"],
  ] as const),
];

/** Values that fit their field and that the step itself refuses. */
const wrongStep: readonly (readonly [step: string, body: object, field: string])[] = [
  ["collect", { place: "" }, "place"],
  ["seal", { sealNo: "" }, "sealNo"],
  ["deposit", { place: "" }, "place"],
  ["deposit", { deviceName: "EB-none" }, "deviceName"],
  ["handover", {}, "toUserId"],
  ["handover", { toUserId: 999_999 }, "toUserId"],
  ["split", { parts: [] }, "parts"],
  ["split", { parts: [10.0001] }, "parts"],
  ["return", { toPerson: "" }, "toPerson"],
  ["exception", { note: "" }, "note"],
  ["destroy", { authority: "" }, "authority"],
];

onPlatform("Wrong input to evidence", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian, second, analystA, boss } = world;

  /** Everything that evidence writes. */
  async function written(): Promise<unknown> {
    const { rows } = await sql`select (select count(*) from entrustment)::int as entrustments,
      (select count(*) from evidence_item)::int as items, (select count(*) from custody_event)::int as events,
      (select md5(coalesce(string_agg(i::text, '' order by i.id), '')) from evidence_item i) as rows`.execute(
      platform.db,
    );
    return rows[0];
  }

  function withValue(right: object, field: string, value: unknown): object {
    return { ...right, [field.split(".")[0] ?? field]: value };
  }

  test("each field of the letter, the item and the event names itself and its reason, and nothing is written", async () => {
    const { id, itemId } = await world.begin();
    const letter = { unitId: at.unitId, clientName: "Court", matters: "?", workTypes: ["other"] };
    const item = { entrustmentId: id, name: "Bag", quantity: 1, unit: "g" };
    const draft = { ...letter, entrustmentId: (await world.entrust()).id, fee: 1200, feeCurrency: null };
    const before = await written();
    const forms = [
      [addEntrustment, letter, wrongLetter],
      [addEvidenceItem, item, wrongItem],
      [recordItemEvent, { itemId, step: "audit" }, wrongEvent],
    ] as const;
    for (const [call, right, wrong] of forms)
      for (const [field, value] of wrong) {
        const body = withValue(right, field, value);
        const answer = await platform.refusal(call, { body } as never, custodian);
        const what = `${call.name} ${field} ${JSON.stringify(value).slice(0, 40)}: ${JSON.stringify(answer)}`;
        expect(answer.code, what).toBe(400);
        expect(
          answer.errors?.map((one) => one.field),
          what,
        ).toContain(field);
        expect(
          answer.errors?.every((one) => one.message.length > 3),
          what,
        ).toBe(true);
      }
    for (const call of [addEntrustment, changeEntrustment])
      for (const [language, message] of [
        ["en", "choose the currency of the fee"],
        ["zh", "请选择鉴定费用的币种"],
      ] as const) {
        const headers = { "accept-language": language };
        expect(await platform.refusal(call, { body: draft }, custodian, headers), call.name).toMatchObject({
          ...{ code: 400, errors: [{ field: "feeCurrency", message }] },
        });
      }
    for (const [step, more, field] of wrongStep) {
      const answer = await platform.refusal(
        recordItemEvent,
        { body: { itemId, step, ...more } } as never,
        custodian,
      );
      expect(answer, `${step}: ${JSON.stringify(answer)}`).toMatchObject({ code: 400, errors: [{ field }] });
    }
    expect(await written()).toEqual(before);
  });

  test("each step out of order and a handover taken by somebody else are refused, and nothing is written", async () => {
    const draft = await world.entrust();
    const { id, itemId } = await world.begin({ sealNo: "SE-1" });
    await world.record(itemId, { step: "handover", toUserId: second.id }, custodian);
    const before = await written();
    const step = (entrustmentId: number, name: string) =>
      platform.refusal(
        stepEntrustment,
        { body: { entrustmentId, step: name, reportNo: "R" } } as never,
        custodian,
      );
    for (const name of ["start", "report", "return", "close"])
      expect((await step(draft.id, name)).msg, name).toMatch(/\w+ \w+ \w+/);
    expect((await step(draft.id, "submit")).msg).toContain("no items");
    for (const name of ["submit", "start", "close"]) expect((await step(id, name)).code, name).not.toBe(200);
    const decide = { entrustmentId: draft.id, decision: "accepted" as const, ...world.staff() };
    expect((await platform.refusal(decideEntrustment, { body: decide }, boss)).code).toBe(409);
    const confirm = { entrustmentId: id, side: "client" as const, person: "J. Roe" };
    expect((await platform.refusal(confirmEntrustment, { body: confirm }, custodian)).code).not.toBe(200);
    const record = (body: object, as: typeof custodian) =>
      platform.refusal(recordItemEvent, { body: { itemId, ...body } } as never, as);
    for (const as of [custodian, analystA, boss])
      expect((await record({ step: "receive", sealNo: "SE-1" }, as)).msg).toContain(
        "Only that person can receive it",
      );
    for (const name of ["takeOut", "collect", "test"])
      expect(
        (await record({ step: name, place: "X", authority: "Y", amount: 1 }, custodian)).code,
        name,
      ).toBe(409);
    expect(await written()).toEqual(before);
  });
});
