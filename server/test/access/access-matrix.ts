import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import type { TestPlatform } from "../test-platform.ts";
import { type Actor, actors, expectedOf, type Rule, type Side, sides } from "./access-cells.ts";
import { type AccessStage, fits, setStage } from "./access-stage.ts";
import { alarmAccess, upkeepAccess } from "./alarm-rules.ts";
import { deviceLifeRules } from "./device-life-rules.ts";
import { fieldRules } from "./field-rules.ts";
import { firmwareRules } from "./firmware-rules.ts";
import { fleetRules } from "./fleet-rules.ts";
import { keyRules } from "./key-rules.ts";
import { laboratoryRules } from "./laboratory-rules.ts";
import { mediaRules } from "./media-rules.ts";
import { jobRules, logRules, sessionRules } from "./monitor-rules.ts";
import { orderRules } from "./order-rules.ts";
import { roleRules, userRules } from "./people-rules.ts";
import { resourceRules } from "./resource-rules.ts";
import { samplingRules } from "./sampling-rules.ts";
import { deptRules, licenceRules, menuRules, noticeRules, plainRules } from "./system-rules.ts";
import { webhookRules } from "./webhook-rules.ts";

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

/** Every declared call x every actor x his own unit and another's. */
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
  const rules: Readonly<Record<string, Rule>> = {
    ...plainRules(stage),
    ...deptRules(stage),
    ...licenceRules(stage),
    ...menuRules(stage),
    ...noticeRules(stage),
    ...userRules(stage),
    ...roleRules(stage),
    ...resourceRules(stage),
    ...fleetRules(stage),
    ...deviceLifeRules(stage),
    ...fieldRules(stage),
    ...firmwareRules(stage),
    ...alarmAccess(stage),
    ...orderRules(stage),
    ...mediaRules(stage),
    ...laboratoryRules(stage),
    ...samplingRules(stage),
    ...upkeepAccess(stage),
    ...keyRules(stage),
    ...webhookRules(stage),
    ...sessionRules(stage),
    ...jobRules(stage),
    ...logRules(stage),
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
  // The refusal tells nothing unless the record is there, untouched: its owner does now what was refused.
  const proof = await stage.ask(call, made.input, made.owner ?? stage.admin);
  const isThere =
    made.sees === undefined ? proof.code === succeeds : proof.code === 200 && proof.text.includes(made.sees);
  return isThere
    ? null
    : `refused as expected, but its owner is answered ${proof.code}: ${proof.text.slice(0, 300)}`;
}
