/** Entrustments from the draft to their closing: each step in one transaction with its event in the custody chain. */
import type { BodyOf } from "@tracewater/contract/call";
import type {
  addEntrustment,
  changeEntrustment,
  confirmEntrustment,
  decideEntrustment,
  EntrustmentDetail,
  EntrustmentTrack,
  recuseFromEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { entrustmentDetail, entrustmentTrack } from "@tracewater/contract/evidence/entrustments";
import { personLabel } from "@tracewater/contract/system/person-label";
import { notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { nextNumbers } from "../../../platform/record-number.store.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { CustodyService } from "../../laboratory/custody/custody.service.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import { balancesOf } from "./balance.model.ts";
import {
  checkWritten,
  confirmationOf,
  currencyOf,
  decisionOf,
  type EntrustmentPlan,
  isOpenForChange,
  mayConfirm,
  mayDecide,
  maySteps,
  planEntrustmentStep,
  requireOpen,
  takesItems,
} from "./entrustment.model.ts";
import type { FoundEntrustment } from "./entrustment.store.ts";
import { createEntrustmentStore } from "./entrustment.store.ts";
import { setEntrustmentForm } from "./entrustment-form.ts";
import { entrustmentName } from "./entrustment-refusals.ts";
import { appendEvidence } from "./evidence-chain.ts";
import { createItemStore, type FoundItem } from "./item.store.ts";
import { isRecused, mayRecuse, recusalOf, requireNoneRecused, requirePart } from "./recusal.model.ts";
import { aboutEntrustment, aboutItem, differencesOf, incompleteOf } from "./track.model.ts";

export type EntrustmentService = ReturnType<typeof createEntrustmentService>;

/** Who may handle items may be named examiner, reviewer or receiver. */
export const handlePermission = "evidence:item:handle";
const may = (verb: string) => `evidence:entrustment:${verb}`;

/** What a step changes and what event it is, by the entrustment and its items as they are under the lock. */
type Plan = (
  found: FoundEntrustment,
  items: readonly FoundItem[],
  trx: Trx,
) => EntrustmentPlan | Promise<EntrustmentPlan>;

export function createEntrustmentService(options: {
  db: Db;
  custody: CustodyService;
  orgUnits: Pick<OrgUnitService, "require">;
  clock: DayClock;
  now: () => number;
  printIso: PrintMoment;
  /** Of documents. */
  font: () => Promise<Buffer>;
}) {
  const { db, custody, orgUnits, clock, now, printIso, font } = options;
  const store = createEntrustmentStore(db, clock.today);
  const items = createItemStore(db, now);

  async function require(scope: Scope, id: number): Promise<FoundEntrustment> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(entrustmentName);
    return found;
  }

  /** Locks, decides by the rules, writes and appends; whatever is refused leaves nothing behind. */
  async function transact(caller: Caller, id: number, plan: Plan): Promise<FoundEntrustment> {
    return db.transaction().execute(async (trx) => {
      const before = await store.lock(trx, caller.scope, id);
      if (before === undefined) throw notFound(entrustmentName);
      requirePart(before, caller.userId);
      const { change, event } = await plan(before, await items.listOf(id, trx), trx);
      if (Object.keys(change).length > 0) await store.change(trx, id, change);
      await appendEvidence(custody, trx, caller, [
        { kind: "step", about: [aboutEntrustment(id)], place: before.unitName, ...event },
      ]);
      return before;
    });
  }

  return {
    list: store.list,
    listBefore: store.listBefore,
    count: store.count,
    require,
    listStaff: (scope: Scope) => store.listStaff(scope, handlePermission),

    async detail(caller: Caller, id: number): Promise<EntrustmentDetail> {
      const found = await require(caller.scope, id);
      const [own, events] = await Promise.all([items.listOf(id), custody.listAbout([aboutEntrustment(id)])]);
      return presentDetail(caller, found, own, balancesOf(own, events));
    },

    async track(caller: Caller, id: number): Promise<EntrustmentTrack> {
      const found = await require(caller.scope, id);
      const [own, events] = await Promise.all([items.listOf(id), custody.listAbout([aboutEntrustment(id)])]);
      const verification = await custody.verify(events.map((event) => event.seq));
      return presentTrack(found, own, { events, verification, stamped: await store.newestStamp() });
    },

    /** The letter of entrustment as it stands, as a PDF. */
    async print(caller: Caller, id: number, language: Language): Promise<{ name: string; pdf: Buffer }> {
      const found = await require(caller.scope, id);
      const own = await items.listOf(id);
      const moment = { by: personLabel(caller), at: new Date(now()), print: printIso };
      const pdf = await setEntrustmentForm({ found, items: own, language, ...moment }, await font());
      return { name: `${found.entrustmentNo}.pdf`, pdf };
    },

    async add(
      caller: Caller,
      { persons, ...body }: BodyOf<typeof addEntrustment>,
    ): Promise<{ id: number; entrustmentNo: string }> {
      await orgUnits.require(caller.scope, body.unitId, "unitId");
      checkWritten(body);
      return db.transaction().execute(async (trx) => {
        const [entrustmentNo = ""] = await nextNumbers(trx, "EN", clock.today());
        const made = { madeBy: personLabel(caller), createdAt: new Date(now()) };
        const own = { entrustmentNo, persons: JSON.stringify(persons), feeCurrency: currencyOf(body) };
        const values = { ...body, ...made, ...own };
        const added = await store.add(trx, values);
        await appendEvidence(custody, trx, caller, [
          { kind: "register", about: [aboutEntrustment(added.id)], from: body.clientName, to: made.madeBy },
        ]);
        return added;
      });
    },

    async change(
      caller: Caller,
      { entrustmentId, persons, ...body }: BodyOf<typeof changeEntrustment>,
    ): Promise<{ before: FoundEntrustment; after: FoundEntrustment }> {
      checkWritten(body);
      const before = await transact(caller, entrustmentId, (found) => {
        requireOpen(found);
        return {
          change: { ...body, persons: JSON.stringify(persons), feeCurrency: currencyOf(body) },
          event: { condition: "changed" },
        };
      });
      return { before, after: await require(caller.scope, entrustmentId) };
    },

    async step(caller: Caller, body: BodyOf<typeof stepEntrustment>): Promise<FoundEntrustment> {
      const moment = { caller: personOf(caller), today: clock.today(), now: now() };
      return transact(caller, body.entrustmentId, (found, own) =>
        planEntrustmentStep({ found, items: own, body, ...moment }),
      );
    },

    async decide(caller: Caller, body: BodyOf<typeof decideEntrustment>): Promise<FoundEntrustment> {
      const named = [body.firstExaminerId, body.secondExaminerId, body.reviewerId].filter(
        (one) => one !== null,
      );
      const staff = await store.listStaff(caller.scope, handlePermission, named);
      return transact(caller, body.entrustmentId, (found, own) => {
        const { firstExaminerId, secondExaminerId, reviewerId } = body;
        requireNoneRecused(found, { firstExaminerId, secondExaminerId, reviewerId });
        return decisionOf({
          found,
          items: own,
          body,
          staff,
          caller: personOf(caller),
          today: clock.today(),
          now: now(),
        });
      });
    },

    async recuse(
      caller: Caller,
      { entrustmentId, ...body }: Omit<BodyOf<typeof recuseFromEntrustment>, "signature">,
    ): Promise<FoundEntrustment> {
      const ids = [body.userId, body.replacementId].filter((one) => one !== null);
      const staff = await store.listStaff(caller.scope, handlePermission, ids);
      const named = (id: number | null) => staff.find((one) => one.userId === id);
      return transact(caller, entrustmentId, async (found, _items, trx) => {
        const [person, replacement] = [named(body.userId), named(body.replacementId)];
        const plan = recusalOf({ found, body, person, replacement });
        const { userId, ground } = body;
        await store.recuse(trx, entrustmentId, {
          ...{ userId, ground, name: person?.name ?? "", by: personLabel(caller) },
        });
        return plan;
      });
    },

    async confirm(caller: Caller, body: BodyOf<typeof confirmEntrustment>): Promise<FoundEntrustment> {
      const moment = { caller: personOf(caller), now: now() };
      return transact(caller, body.entrustmentId, (found) => confirmationOf({ found, body, ...moment }));
    },
  };
}

/** What auditors ask, from what is stored and what the chain says. */
function presentTrack(
  found: FoundEntrustment,
  own: readonly FoundItem[],
  chained: Pick<EntrustmentTrack, "events" | "verification" | "stamped">,
): EntrustmentTrack {
  const { events } = chained;
  const { entrustmentId, entrustmentNo, state } = found;
  const { firstExaminer, secondExaminer, reviewer } = staffOf(found);
  const subjects = [
    { name: entrustmentNo, about: aboutEntrustment(entrustmentId), count: found.events },
    ...own.map((item) => ({ name: item.itemNo, about: aboutItem(item.itemId), count: item.events })),
  ];
  return entrustmentTrack.parse({
    ...{ entrustmentId, entrustmentNo, state, reviewer, items: own, ...chained },
    examiners: [firstExaminer, secondExaminer].filter((one) => one !== null),
    differences: differencesOf(own, events),
    // Where more events exist than are read, the numbers say nothing.
    incomplete: found.events > maxEvents ? [] : incompleteOf(subjects, events),
  });
}

/** An entrustment with what the reader may do with it now. */
function presentDetail(
  caller: Caller,
  found: FoundEntrustment,
  own: readonly FoundItem[],
  balance: EntrustmentDetail["balance"],
): EntrustmentDetail {
  const isOut = isRecused(found, caller.userId);
  const handles = mayDo(caller, may("handle")) && !isOut;
  return entrustmentDetail.parse({
    ...found,
    ...staffOf(found),
    decided: signed(found.decidedBy, found.decidedAt),
    clientConfirmed: signed(found.clientConfirmedBy, found.clientConfirmedAt),
    institutionConfirmed: signed(found.institutionConfirmedBy, found.institutionConfirmedAt),
    reported: signed(found.reportedBy, found.reportedAt),
    ...{ items: own, balance },
    may: {
      change: isOpenForChange(found) && !isOut && mayDo(caller, may("add")),
      addItem: takesItems(found) && !isOut && mayDo(caller, "evidence:item:add"),
      decide: mayDecide(found) && !isOut && mayDo(caller, may("decide")),
      recuse: mayRecuse(found) && !isOut && mayDo(caller, may("decide")),
      confirmClient: handles && mayConfirm(found, "client", caller.userId),
      confirmInstitution: handles && mayConfirm(found, "institution", caller.userId),
      steps: handles ? maySteps(found, own, caller.userId) : [],
    },
  });
}

/** As many events as one look into the chain gives. */
const maxEvents = 1000;

const personOf = (caller: Caller) => ({ userId: caller.userId, name: personLabel(caller) });

const signed = (who: string | null, at: number | null) => (who === null || at === null ? null : { who, at });

const named = (userId: number | null, name: string) => (userId === null ? null : { userId, name });

function staffOf(found: FoundEntrustment) {
  return {
    firstExaminer: named(found.firstExaminerId, found.firstExaminer),
    secondExaminer: named(found.secondExaminerId, found.secondExaminer),
    reviewer: named(found.reviewerId, found.reviewer),
  };
}
