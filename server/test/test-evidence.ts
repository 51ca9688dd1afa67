import type { CallInput } from "@tracewater/contract/call";
import {
  addEntrustment,
  confirmEntrustment,
  decideEntrustment,
  getEntrustment,
  getEntrustmentTrack,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem, getEvidenceItem, recordItemEvent } from "@tracewater/contract/evidence/items";
import { type Blocks, readEvidencePage } from "@tracewater/custody/evidence-file";
import { beforeAll, expect } from "vitest";
import type { createAuthenticator } from "./test-authenticator.ts";
import { bearer } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

type Person = Awaited<ReturnType<TestPlatform["addUser"]>>;
type SignedCall =
  | typeof confirmEntrustment
  | typeof decideEntrustment
  | typeof stepEntrustment
  | typeof recordItemEvent;
type Signer = Pick<ReturnType<typeof createAuthenticator>, "sign">;
type StepBody = NonNullable<CallInput<typeof recordItemEvent>["body"]>;

/** An institution with its people, and what the tests of evidence do over and over. */
export function evidenceWorld(platform: TestPlatform) {
  const nobody: Person = { token: "", id: 0, userName: "", password: "" };
  /** Known once the world is made, before the first test. */
  const at = { unitId: 0 };
  const people = {
    custodian: { ...nobody },
    second: { ...nobody },
    analystA: { ...nobody },
    analystB: { ...nobody },
    reviewer: { ...nobody },
    boss: { ...nobody },
    foreign: { ...nobody },
  };

  beforeAll(async () => {
    at.unitId = await platform.addUnit("Institute");
    const of = async (role: string, unitId = at.unitId) => platform.addUser({ unitId, roles: [role] });
    Object.assign(people.custodian, await of("custodian"));
    Object.assign(people.second, await of("custodian"));
    Object.assign(people.analystA, await of("analyst"));
    Object.assign(people.analystB, await of("analyst"));
    Object.assign(people.reviewer, await of("reviewer"));
    Object.assign(people.boss, await of("unitAdmin"));
    Object.assign(people.foreign, await of("unitAdmin", await platform.addUnit("Elsewhere")));
  });

  const signers = new Map<string, Signer>();
  return { at, signers, ...people, ...evidenceSteps(platform, at, people, signers) };
}

/** Anyone who has a passkey signs each step that asks for it; the others are attested. */
function signing(platform: TestPlatform, signers: ReadonlyMap<string, Signer>) {
  return async <C extends SignedCall>(call: C, input: CallInput<C>, as: Person): Promise<void> => {
    const first = await platform.ask(call, input, as);
    const signer = signers.get(as.userName);
    if (first.body.code !== 427 || signer === undefined) {
      expect(first.body).toMatchObject({ code: 200 });
      return;
    }
    const body = { ...(input.body as object), signature: signer.sign(first.body["data"]) };
    await platform.call(call, { ...input, body }, as);
  };
}

type People = Record<"custodian" | "second" | "analystA" | "analystB" | "reviewer" | "boss", Person>;

/** The steps of an entrustment and of its items, as the people of the world take them. */
function evidenceSteps(
  platform: TestPlatform,
  at: { unitId: number },
  people: People,
  signers: ReadonlyMap<string, Signer>,
) {
  const act = signing(platform, signers);
  const { custodian, analystA, analystB, reviewer, boss } = people;
  async function entrust(more: object = {}) {
    const body = {
      unitId: at.unitId,
      clientName: "District court",
      caseNo: "2026-117",
      matters: "Identity?",
    };
    const workTypes = ["forensicToxicology" as const];
    return (await platform.call(addEntrustment, { body: { ...body, workTypes, ...more } }, custodian)).data;
  }
  async function register(entrustmentId: number, more: object = {}) {
    const body = { entrustmentId, name: "Bag of powder", quantity: 10, unit: "g" as const };
    return (await platform.call(addEvidenceItem, { body: { ...body, ...more } }, custodian)).data;
  }
  const step = (
    entrustmentId: number,
    name: "submit" | "start" | "report" | "return" | "close",
    as: Person,
  ) => act(stepEntrustment, { body: { entrustmentId, step: name, reportNo: "R-1" } }, as);
  const staff = () => ({
    ...{ firstExaminerId: analystA.id, secondExaminerId: analystB.id, reviewerId: reviewer.id },
  });
  const decide = (entrustmentId: number, more: object = {}) =>
    act(decideEntrustment, { body: { entrustmentId, decision: "accepted", ...staff(), ...more } }, boss);
  /** With one item of 10 g, its examination begun. */
  async function begin(more: object = {}) {
    const { id } = await entrust();
    const item = await register(id, more);
    await step(id, "submit", custodian);
    await decide(id);
    const confirm = { entrustmentId: id, person: "J. Roe" };
    await act(confirmEntrustment, { body: { ...confirm, side: "client" } }, custodian);
    await act(confirmEntrustment, { body: { ...confirm, side: "institution" } }, boss);
    await step(id, "start", analystA);
    return { id, itemId: item.id, itemNo: item.itemNo };
  }
  const record = (itemId: number, body: Omit<StepBody, "itemId">, as: Person) =>
    act(recordItemEvent, { body: { itemId, ...body } }, as);
  async function pass(itemId: number, from: Person, to: Person, more: object = {}) {
    await record(itemId, { step: "handover", toUserId: to.id }, from);
    await record(itemId, { step: "receive", place: "Room 12", ...more }, to);
  }
  const read = async (id: number, as: Person = custodian) =>
    (await platform.call(getEntrustment, { params: { id } }, as)).data;
  const readItem = async (id: number, as: Person = custodian) =>
    (await platform.call(getEvidenceItem, { params: { id } }, as)).data;
  const track = async (id: number, as: Person = custodian) =>
    (await platform.call(getEntrustmentTrack, { params: { id } }, as)).data;

  return { entrust, register, step, staff, decide, begin, record, pass, read, readItem, track };
}

/** The file of an entrustment as its reader gets it. */
export const fetchEvidence = {
  async of(platform: TestPlatform, id: number, token: string): Promise<string> {
    return (await this.as(platform, id, token, "html")).toString("utf8");
  },
  async as(
    platform: TestPlatform,
    id: number,
    token: string,
    format: "html" | "zip" | "pdf",
  ): Promise<Buffer> {
    const response = await fetch(
      `${platform.url}/prod-api/v2/admin/evidence/entrustment/${id}/file?format=${format}`,
      {
        method: "POST",
        headers: bearer({ token }),
      },
    );
    if (response.headers.get("content-type")?.startsWith("application/json") !== false)
      throw new Error(`no file: ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  },
  blocksOf: (html: string): Blocks => readEvidencePage(html).blocks,
};
