/**
 * What a step does to an item: which states allow it, who may take it, what it changes and what the chain says of it.
 * Nothing here reads or writes: the service does what a plan says, in one transaction.
 */
import type { BodyOf } from "@tracewater/contract/call";
import type { EntrustmentState } from "@tracewater/contract/evidence/entrustment-fields";
import {
  type EvidenceItem,
  type ItemState,
  type ItemStep,
  itemStep,
  type recordItemEvent,
} from "@tracewater/contract/evidence/items";
import { fieldError } from "../../../platform/app-error.ts";
import { minus, plus } from "./balance.model.ts";
import type { NewEvidenceEvent } from "./evidence-chain.ts";
import { itemRefusals } from "./item-refusals.ts";

export type StepContext = {
  item: EvidenceItem;
  entrustment: { state: EntrustmentState; examinerIds: readonly number[] };
  caller: { userId: number; name: string };
  body: BodyOf<typeof recordItemEvent>;
  /** Whom a handover names. */
  receiver: { userId: number; name: string } | null;
  device: { id: number; deviceName: string } | null;
  now: number;
};

/** What a step says of its event; the service adds what the event is about and how the item stands after it. */
type StepEvent = Omit<NewEvidenceEvent, "about">;

export type ItemPlan = {
  change: Partial<Pick<EvidenceItem, ChangedField>> & { offer?: Offer | null; destroyAsked?: boolean };
  events: readonly StepEvent[];
  /** Amounts of the items that are split off. */
  parts: readonly number[];
  /** It is put into the box of the context, or leaves the one that it lies in. */
  box: "enter" | "leave" | null;
};
type ChangedField = "state" | "holderId" | "holder" | "place" | "sealNo" | Amount;
type Amount = "reserve" | "consumed" | "moved" | "returnedAmount";
type Offer = { toId: number; to: string; by: string; expiresAt: number };

const loose: readonly ItemState[] = ["registered", "sealed", "out", "inLaboratory"];
const stored: readonly ItemState[] = ["deposited", "inBox"];
const present: readonly ItemState[] = [...loose, ...stored];

/** The states in which a step is possible. */
const allowedIn: Record<ItemStep, readonly ItemState[]> = {
  collect: ["registered"],
  seal: ["registered", "out", "inLaboratory"],
  deposit: loose,
  takeOut: stored,
  handover: present,
  receive: present,
  split: loose,
  test: ["inLaboratory"],
  return: loose,
  audit: present,
  exception: present,
  destroy: present,
};

/** Steps that only the person who answers for the item takes. */
const ofHolder: ReadonlySet<ItemStep> = new Set<ItemStep>([
  ...(["collect", "seal", "deposit", "takeOut", "handover", "split", "test", "return", "destroy"] as const),
]);

/** The steps that the reader may take of an item now. */
export function stepsFor(context: Pick<StepContext, "item" | "entrustment" | "caller">): ItemStep[] {
  return itemStep.options.filter((step) => refusalOf(step, context) === null);
}

/** Why a step cannot be taken of an item as it stands; null where nothing is in the way. */
function refusalOf(step: ItemStep, context: Pick<StepContext, "item" | "entrustment" | "caller">) {
  const { item, entrustment, caller } = context;
  if (!allowedIn[step].includes(item.state)) return itemRefusals.state(item, step);
  if (step === "receive") {
    if (item.offer === null) return itemRefusals.noOffer(item);
    if (item.offer.toId !== caller.userId) return itemRefusals.notReceiver(item, item.offer.to);
    return item.offer.isExpired ? itemRefusals.expired(item) : null;
  }
  if (ofHolder.has(step) && item.holderId !== caller.userId) return itemRefusals.notHolder(item);
  if (step === "test") {
    if (entrustment.state !== "inProgress") return itemRefusals.notInProgress(item);
    if (!entrustment.examinerIds.includes(caller.userId)) return itemRefusals.notExaminer(item);
  }
  return step === "destroy" && item.destroyAskedBy !== null ? itemRefusals.destroyAsked(item) : null;
}

/** Throws where the step is out of order or its fields are wrong. */
export function planStep(context: StepContext): ItemPlan {
  const refusal = refusalOf(context.body.step, context);
  if (refusal !== null) throw refusal;
  return plans[context.body.step](context);
}

const nothing = { change: {}, parts: [], box: null } as const;

const plans: Record<ItemStep, (context: StepContext) => ItemPlan> = {
  collect: ({ body, caller }) => {
    requireText(body.place, "place");
    const event = { kind: "collect" as const, to: caller.name, place: body.place, ...textsOf(body) };
    return {
      ...{ ...nothing, change: { place: body.place } },
      events: [{ ...event, facts: { toPlace: body.place } }],
    };
  },
  seal: ({ body, item }) => {
    requireText(body.sealNo, "sealNo");
    const facts = { sealBefore: item.sealNo || null, sealAfter: body.sealNo };
    const state = item.state === "registered" ? ("sealed" as const) : item.state;
    return {
      ...{ ...nothing, change: { sealNo: body.sealNo, state } },
      events: [{ kind: "seal", sealNo: body.sealNo, place: item.place || null, ...textsOf(body), facts }],
    };
  },
  deposit: ({ body, item, device, caller }) => {
    if (device === null) requireText(body.place, "place");
    const slot = body.slot === null ? "" : ` · ${body.slot}`;
    const place = device === null ? body.place : `${device.deviceName}${slot}`;
    const facts = { fromPlace: item.place || null, toPlace: place };
    return {
      change: { state: device === null ? "deposited" : "inBox", place },
      ...{ parts: [], box: device === null ? null : "enter" },
      events: [{ kind: "deposit", from: caller.name, place, ...textsOf(body), facts }],
    };
  },
  takeOut: ({ body, item, caller }) => {
    requireText(body.authority, "authority");
    const facts = { fromPlace: item.place || null, toPlace: body.place || null, authority: body.authority };
    return {
      change: { state: "out", place: body.place },
      ...{ parts: [], box: "leave" },
      events: [{ kind: "takeOut", to: caller.name, place: item.place || null, ...textsOf(body), facts }],
    };
  },
  handover: ({ body, caller, receiver, item, now }) => {
    if (receiver === null) throw fieldError("toUserId", { en: "choose the receiver", zh: "请选择接收人" });
    if (receiver.userId === caller.userId)
      throw fieldError("toUserId", { en: "must be another person than you", zh: "接收人不能是本人" });
    const expiresAt = now + body.expiresInHours * 3_600_000;
    const seal = item.sealNo || null;
    return {
      ...nothing,
      change: { offer: { toId: receiver.userId, to: receiver.name, by: caller.name, expiresAt } },
      events: [
        {
          ...{ kind: "handover", from: caller.name, to: receiver.name, place: item.place || null },
          ...{ ...textsOf(body), sealNo: seal, facts: { fromPlace: item.place || null, sealBefore: seal } },
        },
      ],
    };
  },
  receive: planReceipt,
  split: ({ body, item }) => {
    if (body.parts.length === 0)
      throw fieldError("parts", { en: "enter the amount of each part", zh: "请填写各分样的数量" });
    const total = plus(...body.parts);
    requireAtMost(total, item.reserve, "parts");
    return {
      ...{ box: null, parts: body.parts },
      change: { reserve: minus(item.reserve, total), moved: plus(item.moved, total) },
      events: [
        {
          kind: "split",
          place: item.place || null,
          amount: total,
          ...textsOf(body),
          facts: { unit: item.unit },
        },
      ],
    };
  },
  test: ({ body, item, caller }) => {
    const { amount } = body;
    if (amount === null)
      throw fieldError("amount", {
        en: "enter the consumed amount; 0 where none",
        zh: "请填写消耗量，无消耗填 0",
      });
    requireAtMost(amount, item.reserve, "amount");
    const facts = { unit: item.unit, authority: body.authority || null };
    return {
      ...{ parts: [], box: null },
      change: { reserve: minus(item.reserve, amount), consumed: plus(item.consumed, amount) },
      events: [{ kind: "test", to: caller.name, amount, place: item.place || null, ...textsOf(body), facts }],
    };
  },
  return: ({ body, item, caller }) => {
    requireText(body.toPerson, "toPerson");
    const { reserve, returnedAmount, unit } = item;
    const facts = { unit, fromPlace: item.place || null, authority: body.authority || null };
    const left = { reserve: 0, returnedAmount: plus(returnedAmount, reserve) };
    return {
      ...nothing,
      change: { ...left, state: "returned", holder: body.toPerson, place: "", offer: null },
      events: [
        { kind: "return", from: caller.name, to: body.toPerson, amount: reserve, ...textsOf(body), facts },
      ],
    };
  },
  audit: planAudit,
  exception: ({ body, item }) => {
    requireText(body.note, "note");
    const event = { kind: "exception" as const, place: item.place || null, ...textsOf(body) };
    if (!body.isLost) return { ...nothing, events: [event] };
    const facts = { unit: item.unit, book: item.reserve };
    return {
      change: { state: "lost", reserve: 0, offer: null },
      ...{ parts: [], box: item.deviceName === null ? null : "leave" },
      events: [{ ...event, amount: 0, facts }],
    };
  },
  destroy: ({ body, item }) => {
    requireText(body.authority, "authority");
    const facts = { authority: body.authority, unit: item.unit };
    const event = { kind: "step" as const, condition: "destroyRequested", note: body.note || null };
    return { ...nothing, change: { destroyAsked: true }, events: [{ ...event, facts }] };
  },
};

/** The receiver takes custody. Without a place the item stays where it lies: custody is not place. */
function planReceipt({ body, item, caller, entrustment }: StepContext): ItemPlan {
  const isMoved = body.place !== "";
  const matches = body.sealNo === item.sealNo;
  const toLaboratory = entrustment.examinerIds.includes(caller.userId);
  const isStored = stored.includes(item.state);
  // A custodian who takes it back from the laboratory, or out of storage, has it in hand.
  const isTakenBack = isStored || item.state === "inLaboratory";
  const moved: ItemState = toLaboratory ? "inLaboratory" : isTakenBack ? "out" : item.state;
  const state = isStored && !isMoved ? item.state : moved;
  const place = isMoved ? body.place : item.place;
  const seals = { sealBefore: item.sealNo || null, sealAfter: body.sealNo || null, sealMatches: matches };
  const facts = { fromPlace: item.place || null, toPlace: place || null, ...seals };
  const receipt: StepEvent = {
    ...{ kind: "receive", from: item.holder, to: caller.name, place: place || null },
    ...{ ...textsOf(body), sealNo: body.sealNo || null, facts },
  };
  return {
    change: { state, place, holderId: caller.userId, holder: caller.name, offer: null },
    ...{ parts: [], box: isMoved && item.deviceName !== null ? "leave" : null },
    events: matches ? [receipt] : [receipt, mismatch(item, body.sealNo, place)],
  };
}

/** Counts what is there and reads the seal; what differs from the books is recorded, never put right in silence. */
function planAudit({ body, item }: StepContext): ItemPlan {
  const { amount } = body;
  const matches = body.sealNo === "" ? null : body.sealNo === item.sealNo;
  const seals = { sealBefore: item.sealNo || null, sealAfter: body.sealNo || null, sealMatches: matches };
  const facts = { unit: item.unit, book: amount === null ? null : item.reserve, ...seals };
  const audit: StepEvent = {
    ...{ kind: "audit", amount, place: body.place || item.place || null },
    ...{ ...textsOf(body), sealNo: body.sealNo || null, facts },
  };
  return {
    ...{ parts: [], box: null, change: amount === null ? {} : { reserve: amount } },
    events: matches === false ? [audit, mismatch(item, body.sealNo, item.place)] : [audit],
  };
}

function mismatch(item: EvidenceItem, read: string, place: string): StepEvent {
  const facts = { sealBefore: item.sealNo || null, sealAfter: read || null, sealMatches: false };
  return {
    ...{ kind: "exception", condition: "sealMismatch", sealNo: read || null, place: place || null, facts },
  };
}

const textsOf = ({ condition, note }: StepContext["body"]) => ({
  condition: condition || null,
  note: note || null,
});

function requireText(text: string, field: string): void {
  if (text === "") throw fieldError(field, { en: "must not be empty", zh: "不能为空" });
}

function requireAtMost(amount: number, reserve: number, field: string): void {
  if (amount <= reserve) return;
  throw fieldError(field, {
    en: `is more than what is left of the item (${reserve})`,
    zh: `超过检材剩余量（${reserve}）`,
  });
}
