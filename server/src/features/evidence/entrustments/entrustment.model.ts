/**
 * The steps of an entrustment: in which state each is possible, by whom, and what it writes. Nothing here reads or
 * writes: the service does what a plan says, in one transaction.
 */
import type { BodyOf } from "@tracewater/contract/call";
import type {
  addEntrustment,
  confirmEntrustment,
  decideEntrustment,
  EntrustmentStep,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { entrustmentStep } from "@tracewater/contract/evidence/entrustments";
import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import type { Updateable } from "kysely";
import { type AppError, fieldError } from "../../../platform/app-error.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import type { FoundEntrustment, StaffPerson } from "./entrustment.store.ts";
import { entrustmentRefusals as refusals } from "./entrustment-refusals.ts";
import type { NewEvidenceEvent } from "./evidence-chain.ts";
import { addWorkingDays, workingDaysUntil } from "./working-days.model.ts";

export type EntrustmentPlan = {
  change: Updateable<Tables["entrustment"]>;
  event: Omit<NewEvidenceEvent, "about" | "kind">;
};
type Person = { userId: number; name: string };
type Items = readonly Pick<EvidenceItem, "itemNo" | "state" | "reserve">[];

/** Working days within which the institution decides (General Rules of Judicial Appraisal Procedure, article 13). */
const decisionDays = 7;

/** What a client may still write: a draft, and what a supplement was requested of. */
export function isOpenForChange({ state, decision }: Pick<FoundEntrustment, "state" | "decision">): boolean {
  return state === "draft" || (state === "submitted" && decision === "supplement");
}

export function requireOpen(found: FoundEntrustment): void {
  if (!isOpenForChange(found)) throw refusals.state(found);
}

export function takesItems({ state }: Pick<FoundEntrustment, "state">): boolean {
  return state === "draft" || state === "submitted" || state === "accepted" || state === "inProgress";
}

export function mayDecide({ state, decision }: Pick<FoundEntrustment, "state" | "decision">): boolean {
  return state === "submitted" && decision !== "supplement";
}

/** Throws where two fields contradict each other. */
export function checkWritten(body: Omit<BodyOf<typeof addEntrustment>, "persons" | "unitId">): void {
  if (body.examination === "repeated" && body.earlierNo === "") throw refusals.earlierNo();
  if (body.disposition === "remainderFetched" && body.fetchWeeks === null) throw refusals.fetchWeeks();
  if (body.fee !== null && body.feeCurrency === null) throw refusals.feeCurrency();
}

/** A currency without a fee says nothing and is dropped. */
export function currencyOf({ fee, feeCurrency }: Pick<BodyOf<typeof addEntrustment>, "fee" | "feeCurrency">) {
  return fee === null ? null : feeCurrency;
}

/** The steps that are possible now and that this person may take. */
export function maySteps(found: FoundEntrustment, items: Items, userId: number): EntrustmentStep[] {
  return entrustmentStep.options.filter((step) => refusalOf(step, found, items, userId) === null);
}

const stateBefore = {
  start: "accepted",
  report: "inProgress",
  return: "reported",
  close: "returned",
} as const;

function refusalOf(
  step: EntrustmentStep,
  found: FoundEntrustment,
  items: Items,
  userId: number,
): AppError | null {
  if (step === "submit") {
    if (!isOpenForChange(found)) return refusals.state(found);
    return items.length === 0 ? refusals.noItems : null;
  }
  if (found.state !== stateBefore[step]) return refusals.state(found);
  if (step === "start") {
    if (found.clientConfirmedAt === null || found.institutionConfirmedAt === null)
      return refusals.unconfirmed;
    const examiners = [found.firstExaminerId, found.secondExaminerId];
    return examiners.includes(userId) ? null : refusals.notExaminer;
  }
  if (step === "report") return found.reviewerId === userId ? null : refusals.notReviewer;
  const open = step === "return" ? items.filter((item) => !isSettled(item)).map((item) => item.itemNo) : [];
  return open.length === 0 ? null : refusals.unsettled(open);
}

function isSettled({ state, reserve }: Items[number]): boolean {
  return state === "returned" || state === "destroyed" || state === "lost" || reserve === 0;
}

export function planEntrustmentStep(given: {
  found: FoundEntrustment;
  items: Items;
  body: BodyOf<typeof stepEntrustment>;
  caller: Person;
  today: string;
  now: number;
}): EntrustmentPlan {
  const { found, items, body, caller, today, now } = given;
  const { step, reportNo } = body;
  const refusal = refusalOf(step, found, items, caller.userId);
  if (refusal !== null) throw refusal;
  if (step === "report" && reportNo === "")
    throw fieldError("reportNo", { en: "enter the number of the report", zh: "请填写报告编号" });
  const currency = missingCurrency(found, body);
  const event = { condition: step, note: body.note || (step === "report" ? reportNo : null) };
  switch (step) {
    case "submit": {
      // A clock that a supplement stopped goes on with the days that it had left.
      const days = found.decisionDaysLeft ?? decisionDays;
      const due = { decisionDue: addWorkingDays(today, days), decisionDaysLeft: null };
      return {
        change: { state: "submitted", decision: null, ...due, ...currency },
        event: { ...event, from: found.clientName },
      };
    }
    case "start":
      return { change: { state: "inProgress" }, event };
    case "report": {
      const reported = { reportNo, reportedBy: caller.name, reportedAt: new Date(now) };
      return { change: { state: "reported", ...reported }, event };
    }
    case "return":
      return { change: { state: "returned" }, event: { ...event, to: found.clientName } };
    case "close":
      return { change: { state: "closed" }, event };
  }
}

/** Drafts from before fees had a currency get theirs when they are submitted. */
function missingCurrency(
  found: FoundEntrustment,
  { step, feeCurrency }: Pick<BodyOf<typeof stepEntrustment>, "step" | "feeCurrency">,
) {
  const isMissing = step === "submit" && found.fee !== null && found.feeCurrency === null;
  if (isMissing && feeCurrency === null) throw refusals.feeCurrency();
  if (!isMissing && feeCurrency !== null) throw refusals.needlessCurrency();
  return feeCurrency === null ? {} : { feeCurrency };
}

/** Accepts with two examiners and a reviewer, requests a supplement, which stops the clock, or refuses with a ground. */
export function decisionOf(given: {
  found: FoundEntrustment;
  items: Items;
  body: BodyOf<typeof decideEntrustment>;
  staff: readonly StaffPerson[];
  caller: Person;
  today: string;
  now: number;
}): EntrustmentPlan {
  const { found, items, body, staff, caller, today, now } = given;
  const { decision, reason, refusalGround } = body;
  if (found.state === "submitted" && found.decision === "supplement") throw refusals.supplement(found);
  if (!mayDecide(found)) throw refusals.state(found);
  const decided = { decision, decisionReason: reason, decidedBy: caller.name, decidedAt: new Date(now) };
  const event = { condition: decision, note: reason || null };
  if (decision === "accepted") {
    if (items.length === 0) throw refusals.noItems;
    return {
      change: { ...decided, ...requireStaff(body, staff), state: "accepted", decisionDue: null },
      event,
    };
  }
  if (reason === "") throw fieldError("reason", { en: "enter a reason", zh: "请填写原因" });
  if (decision === "refused") {
    if (refusalGround === null)
      throw fieldError("refusalGround", {
        en: "choose the ground of the refusal",
        zh: "请选择不予受理的理由",
      });
    return { change: { ...decided, refusalGround, state: "refused", decisionDue: null }, event };
  }
  const left = found.decisionDue === null ? 0 : workingDaysUntil(today, found.decisionDue);
  return { change: { ...decided, decisionDue: null, decisionDaysLeft: left }, event };
}

/** Three accounts that are three persons. */
function requireStaff(body: BodyOf<typeof decideEntrustment>, staff: readonly StaffPerson[]) {
  const nameOf = (field: "firstExaminerId" | "secondExaminerId" | "reviewerId") => {
    const found = staff.find((one) => one.userId === body[field]);
    if (found !== undefined) return found.name;
    throw fieldError(field, { en: "choose an active account of this unit", zh: "请选择本单位的有效账号" });
  };
  const names = {
    firstExaminer: nameOf("firstExaminerId"),
    secondExaminer: nameOf("secondExaminerId"),
    reviewer: nameOf("reviewerId"),
  };
  const { firstExaminerId, secondExaminerId, reviewerId } = body;
  if (firstExaminerId === secondExaminerId)
    throw fieldError("secondExaminerId", {
      en: "must be another person than the first examiner",
      zh: "须与第一鉴定人不是同一人",
    });
  if (reviewerId === firstExaminerId || reviewerId === secondExaminerId)
    throw fieldError("reviewerId", { en: "must be none of the examiners", zh: "复核人不能是鉴定人" });
  return { firstExaminerId, secondExaminerId, reviewerId, ...names };
}

type Side = BodyOf<typeof confirmEntrustment>["side"];

export function mayConfirm(found: FoundEntrustment, side: Side, userId: number): boolean {
  return confirmRefusal(found, side, userId) === null;
}

function confirmRefusal(found: FoundEntrustment, side: Side, userId: number): AppError | null {
  if (found.state !== "accepted") return refusals.state(found);
  const isDone = side === "client" ? found.clientConfirmedAt !== null : found.institutionConfirmedAt !== null;
  if (isDone) return refusals.confirmed;
  const other = side === "client" ? found.institutionConfirmedById : found.clientRecordedById;
  return other === userId ? refusals.sameAccount : null;
}

/** The client's signature is recorded by an account of the institution, and the record says so. */
export function confirmationOf(given: {
  found: FoundEntrustment;
  body: BodyOf<typeof confirmEntrustment>;
  caller: Person;
  now: number;
}): EntrustmentPlan {
  const { found, body, caller, now } = given;
  const refusal = confirmRefusal(found, body.side, caller.userId);
  if (refusal !== null) throw refusal;
  const at = new Date(now);
  if (body.side === "institution") {
    const change = { institutionConfirmedBy: caller.name, institutionConfirmedAt: at };
    return {
      change: { ...change, institutionConfirmedById: caller.userId },
      event: { condition: "institutionConfirmed", from: caller.name },
    };
  }
  if (body.person === "")
    throw fieldError("person", { en: "enter who of the client confirms", zh: "请填写委托方确认人" });
  return {
    change: { clientConfirmedBy: body.person, clientConfirmedAt: at, clientRecordedById: caller.userId },
    event: { condition: "clientConfirmed", from: body.person, to: caller.name },
  };
}
