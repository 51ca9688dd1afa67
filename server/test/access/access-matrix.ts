import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { sql } from "kysely";
import type { TestPlatform } from "../test-platform.ts";
import { type Actor, actors, expectedOf, type Rule, type Side, sides } from "./access-cells.ts";
import { type AccessStage, fits, setStage } from "./access-stage.ts";
import { accountRules } from "./account-rules.ts";
import { alarmAccess, maintenanceAccess } from "./alarm-rules.ts";
import { appRules } from "./app-rules.ts";
import { boardRules } from "./board-rules.ts";
import { boxRules } from "./box-rules.ts";
import { deliveryRules } from "./delivery-rules.ts";
import { detectionRules } from "./detection-rules.ts";
import { deviceLifecycleRules } from "./device-lifecycle-rules.ts";
import { displayRules } from "./display-rules.ts";
import { evidenceRules } from "./evidence-rules.ts";
import { familyRules } from "./family-rules.ts";
import { fieldRules } from "./field-rules.ts";
import { firmwareRules } from "./firmware-rules.ts";
import { fleetRules } from "./fleet-rules.ts";
import { generatorRules } from "./generator-rules.ts";
import { keyRules } from "./key-rules.ts";
import { laboratoryRules } from "./laboratory-rules.ts";
import { mediaRules } from "./media-rules.ts";
import { messageRules } from "./message-rules.ts";
import { jobRules, logRules, sessionRules } from "./monitor-rules.ts";
import { orderRules } from "./order-rules.ts";
import { roleRules, userRules } from "./people-rules.ts";
import { planRules } from "./plan-rules.ts";
import { planRunRules } from "./plan-run-rules.ts";
import { qrRules } from "./qr-rules.ts";
import { resourceRules } from "./resource-rules.ts";
import { samplingRules } from "./sampling-rules.ts";
import { situationRules } from "./situation-rules.ts";
import { licenceRules, menuRules, noticeRules, orgUnitRules, plainRules } from "./system-rules.ts";
import { waysInRules } from "./ways-in-rules.ts";
import { webhookRules } from "./webhook-rules.ts";
import { workOrderRules } from "./work-order-rules.ts";

const turns: readonly [readonly [Actor, Side], ...(readonly [Actor, Side])[]] = [
  ["unitAdmin", "other"],
  ["operator", "own"],
  ["unitAdmin", "own"],
  ["viewer", "other"],
  ["default", "own"],
  ["operator", "other"],
  ["admin", "other"],
];

export type Cell = { call: AnyCall; actor: Actor; side: Side };

/** Every declared call x every actor x their own unit and another's. */
export const cells: readonly Cell[] = declaredCalls.flatMap((call) =>
  actors.flatMap((actor) => sides.map((side): Cell => ({ call, actor, side }))),
);

/** One cell of each call, in turn of another kind: those in which scope decides. */
export const sample: readonly Cell[] = declaredCalls.map((call, at): Cell => {
  const [actor, side] = turns[at % turns.length] ?? turns[0];
  return { call, actor, side };
});

/** The matrix on a platform of its own; `faultOf` says what is wrong with a cell, null where all is well. */
export async function openMatrix(platform: TestPlatform) {
  const stage = await setStage(platform);
  // Confirmations are not what the matrix is about; its cells take longer than one counts.
  await sql`update session set confirmed_at = now() + interval '1 day'`.execute(platform.db);
  const rules: Readonly<Record<string, Rule>> = {
    ...waysInRules,
    ...plainRules(stage),
    ...situationRules(stage),
    ...displayRules(stage),
    ...orgUnitRules(stage),
    ...licenceRules(stage),
    ...menuRules(stage),
    ...noticeRules(stage),
    ...userRules(stage),
    ...roleRules(stage),
    ...(await boxRules(stage)),
    ...resourceRules(stage),
    ...(await boardRules(stage)),
    ...(await detectionRules(stage)),
    ...evidenceRules(stage),
    ...fleetRules(stage),
    ...workOrderRules(stage),
    ...planRunRules(stage),
    ...deviceLifecycleRules(stage),
    ...fieldRules(stage),
    ...firmwareRules(stage),
    ...alarmAccess(stage),
    ...orderRules(stage),
    ...mediaRules(stage),
    ...laboratoryRules(stage),
    ...planRules(stage),
    ...samplingRules(stage),
    ...deliveryRules(stage),
    ...maintenanceAccess(stage),
    ...keyRules(stage),
    ...webhookRules(stage),
    ...messageRules(),
    ...generatorRules(stage),
    ...accountRules(stage),
    ...qrRules(),
    ...appRules(stage),
    ...sessionRules(stage),
    ...jobRules(stage),
    ...logRules(stage),
    ...familyRules(),
  };
  return {
    /** Calls that nobody has said how to make. */
    ruleless: declaredCalls.filter(({ name }) => rules[name] === undefined).map(({ name }) => name),
    async faultOf(cell: Cell): Promise<string | null> {
      const rule = rules[cell.call.name];
      return rule === undefined ? "has no rule" : tryCell(stage, rule, cell);
    },
  };
}

async function tryCell(stage: AccessStage, rule: Rule, { call, actor, side }: Cell): Promise<string | null> {
  const made = await rule.make(stage.unitIds[side], side, actor);
  const expected = expectedOf(call, rule, actor, side);
  const succeeds = rule.succeeds ?? 200;
  const as = call.access.kind === "open" ? null : stage.sessionOf(actor);
  const answer = await stage.ask(call, made.input, as);
  const isRight = expected === "passes" ? answer.code === succeeds : fits(expected, answer, made.sees);
  if (!isRight) return `${expected} was expected, and ${answer.code} came: ${answer.text.slice(0, 300)}`;
  if (expected === "passes" || expected === "sees") return null;
  // The refusal reports nothing unless the record is there, untouched: its owner does now what was refused.
  const proof = await stage.ask(call, made.input, made.owner ?? stage.admin);
  const isThere =
    made.sees === undefined ? proof.code === succeeds : proof.code === 200 && proof.text.includes(made.sees);
  return isThere
    ? null
    : `refused as expected, but its owner is answered ${proof.code}: ${proof.text.slice(0, 300)}`;
}
