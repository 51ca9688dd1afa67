import type { AnyCall } from "@tracewater/contract/call";
import { envelope } from "@tracewater/contract/envelope";
import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import {
  confirmEntrustment,
  decideEntrustment,
  recuseFromEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { approveItemDestruction, refuseItemDestruction } from "@tracewater/contract/evidence/items";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { addressOf, bearer, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

type Wrong = Readonly<Record<string, readonly unknown[]>>;

const long = (length: number) => "x".repeat(length);

/** The fields of each form with the values that they must not have. */
const wrong = {
  decide: {
    entrustmentId: [0, "one", null],
    decision: ["maybe", ""],
    reason: [long(501), 7],
    refusalGround: ["bored"],
    firstExaminerId: [0, "ada"],
    secondExaminerId: [-1, 999_999],
    reviewerId: [1.5, 999_999],
  },
  confirm: { entrustmentId: [0], side: ["both"], person: [long(61), ""] },
  step: { entrustmentId: [0], step: ["jump"], reportNo: [long(65), ""], note: [long(501)] },
  recuse: {
    entrustmentId: [0],
    userId: [0, 999_999],
    ground: ["", long(301)],
    replacementId: [0, 999_999],
  },
  approve: { itemId: [0], note: [long(501)] },
  refuse: { itemId: [0], reason: ["", long(501)] },
  undertaking: {
    undertakingNo: ["", long(41)],
    deviceName: ["", long(65), "EB-none"],
    unitId: [0, 999_999],
    undertaker: ["", long(101)],
    contact: [long(101)],
    place: ["", long(201)],
    purpose: ["", long(301)],
    beginsOn: ["soon", "2026-02-30"],
    dueOn: ["", "2020-01-01"],
    returnedOn: ["never", "2020-01-01"],
    documentName: [long(201)],
    documentHash: ["abc"],
    remark: [long(501)],
  },
  award: {
    contractNo: ["", long(61)],
    deviceName: ["", "EB-none"],
    unitId: [0, 999_999],
    awardedBy: ["", long(101)],
    contractor: ["", long(101)],
    subject: ["", long(301)],
    amount: [-1, "ten", 1e13],
    currency: ["XXX"],
    beginsOn: ["2026-13-01"],
    endsOn: ["", "2020-01-01"],
    documentName: [long(201)],
    documentHash: ["z".repeat(64)],
    remark: [long(501)],
  },
} satisfies Record<string, Wrong>;

onPlatform("Wrong input to the forms of evidence", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian, analystA, boss } = world;

  /** Everything that these forms write. */
  async function written(): Promise<unknown> {
    const { rows } = await sql`select (select count(*) from custody_event)::int as events,
      (select md5(coalesce(string_agg(e::text, '' order by e.id), '')) from entrustment e) as entrustments,
      (select md5(coalesce(string_agg(i::text, '' order by i.id), '')) from evidence_item i) as items,
      (select count(*) from box_undertaking)::int as undertakings,
      (select count(*) from contract_award)::int as awards`.execute(platform.db);
    return rows[0];
  }

  async function ask(call: AnyCall, body: object, as: Session, language: "en" | "zh") {
    const answer = await fetch(`${platform.url}/prod-api${addressOf(call, {} as never)}`, {
      method: call.method,
      headers: { ...bearer(as), "accept-language": language, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return envelope.parse(await answer.json());
  }

  /** Each wrong value names its field and says why, in both languages. */
  async function refusesEach(call: AnyCall, right: object, values: Wrong, as: Session): Promise<void> {
    for (const [field, wrongOnes] of Object.entries(values))
      for (const value of wrongOnes) {
        const body = { ...right, [field]: value };
        const [english, chinese] = [await ask(call, body, as, "en"), await ask(call, body, as, "zh")];
        const what = `${call.name} ${field} ${JSON.stringify(value).slice(0, 40)}: ${JSON.stringify(english)}`;
        // A number that is none of an account or a record is a field as well, or not found.
        if (english.code === 404) continue;
        expect(english.code, what).toBe(400);
        expect(
          english.errors?.map((one) => one.field),
          what,
        ).toContain(field);
        expect(english.errors?.map((one) => one.message).join(""), what).toMatch(/^[^一-鿿]{4,}$/);
        expect(chinese.errors?.map((one) => one.message).join(""), what).toMatch(/[一-鿿]/);
      }
  }

  test("each field names itself and its reason in both languages, and nothing is written", async () => {
    const submitted = await world.entrust();
    await world.register(submitted.id);
    await world.step(submitted.id, "submit", custodian);
    const accepted = await world.entrust();
    await world.register(accepted.id);
    await world.step(accepted.id, "submit", custodian);
    await world.decide(accepted.id);
    const { id, itemId } = await world.begin();
    await world.record(itemId, { step: "destroy", authority: "Court order 7" }, custodian);
    const { deviceName } = await platform.addDevice({ unitId: at.unitId, family: "evidenceBox" });
    const before = await written();
    const decision = { entrustmentId: submitted.id, decision: "accepted", ...world.staff() };
    await refusesEach(decideEntrustment, decision, wrong.decide, boss);
    const side = { entrustmentId: accepted.id, side: "client", person: "J. Roe" };
    await refusesEach(confirmEntrustment, side, wrong.confirm, custodian);
    const report = { entrustmentId: id, step: "report", reportNo: "R-1" };
    await refusesEach(stepEntrustment, report, wrong.step, world.reviewer);
    const recusal = { entrustmentId: id, userId: analystA.id, ground: "kin", replacementId: world.second.id };
    await refusesEach(recuseFromEntrustment, recusal, wrong.recuse, boss);
    await refusesEach(approveItemDestruction, { itemId, note: "" }, wrong.approve, boss);
    await refusesEach(refuseItemDestruction, { itemId, reason: "no" }, wrong.refuse, boss);
    const box = { deviceName, unitId: at.unitId, beginsOn: "2026-01-02" };
    const kept = {
      undertakingNo: "OU-1",
      undertaker: "Police",
      place: "Station",
      purpose: "Search",
      dueOn: "2026-03-01",
    };
    await refusesEach(undertakings.calls.add, { ...box, ...kept }, wrong.undertaking, custodian);
    const award = { contractNo: "C-1", awardedBy: "City", contractor: "Courier", subject: "Transport" };
    const terms = { amount: 1, currency: "CNY", endsOn: "2026-03-01" };
    await refusesEach(contractAwards.calls.add, { ...box, ...award, ...terms }, wrong.award, custodian);
    expect(await written()).toEqual(before);
  });

  test("a decision that contradicts itself names the field that is missing or wrong, and nothing is written", async () => {
    const { id } = await world.entrust();
    await world.register(id);
    await world.step(id, "submit", custodian);
    const staff = world.staff();
    const before = await written();
    const decisions = [
      [{ decision: "supplement" }, "reason"],
      [{ decision: "refused", reason: "Not our field" }, "refusalGround"],
      [{ ...staff, decision: "accepted", secondExaminerId: staff.firstExaminerId }, "secondExaminerId"],
      [{ ...staff, decision: "accepted", reviewerId: staff.firstExaminerId }, "reviewerId"],
      [{ ...staff, decision: "accepted", reviewerId: world.foreign.id }, "reviewerId"],
      [{ ...staff, decision: "accepted", firstExaminerId: null }, "firstExaminerId"],
    ] as const;
    for (const [body, field] of decisions) {
      const answer = await ask(decideEntrustment, { entrustmentId: id, ...body }, boss, "en");
      expect(answer, field).toMatchObject({ code: 400, errors: [{ field }] });
    }
    expect(await written()).toEqual(before);
  });
});
