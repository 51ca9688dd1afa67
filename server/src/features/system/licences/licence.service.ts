/*
 * What an enterprise unit may use the platform for. The wall itself is where a request finds its caller
 * (`session.store.ts` asks in its one statement); here authorizations are given, entered, withdrawn and warned of.
 */
import type { LicenceTerms } from "@tracewater/contract/system/licences";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createLicenceStore, type DueLicence, type LicenceRecord } from "./licence.store.ts";
import { hashOf, makeNonce, readCode, signCode } from "./licence-code.model.ts";
import type { LicenceKey } from "./licence-key.ts";
import { createLicenceRoom } from "./licence-room.service.ts";

export type LicenceService = ReturnType<typeof createLicenceService>;

/** A warning that is due. */
export type LicenceWarning = DueLicence;

/** What a new unit begins with, and who decided it. */
export type FirstLicence = LicenceTerms & { issuedBy: number | null; issuedByName: string; at: Date };

/** Wrong codes that one person of a unit may enter within an hour. */
const maxAttempts = 5;
const triesSpanMs = 3_600_000;
const warnAhead = [30, 7, 1];
const dayMs = 86_400_000;

export function createLicenceService(options: { db: Db; clock: DayClock }) {
  const { clock } = options;
  const store = createLicenceStore(options.db);

  return {
    count: store.count,
    membersOf: store.membersOf,

    /** By which the states of authorizations are reported. */
    moment: () => ({ now: clock.now(), today: clock.today() }),

    /** The authorization that a new unit begins with where nobody chose another: a year from today, without limits. */
    defaultTerms(): LicenceTerms {
      return { validFrom: clock.today(), validUntil: clock.dayIn(365), mostDevices: null, mostUsers: null };
    },

    async list(
      scope: Scope,
      unitId: number,
      page: { limit: number; offset: number },
    ): Promise<LicenceRecord[]> {
      return store.list(scope, unitId, clock.today(), page);
    },

    /** Authorizes a unit at once. */
    async grant(
      by: { userId: number; userName: string } | null,
      unitId: number,
      terms: LicenceTerms,
    ): Promise<number> {
      checkTerms(terms);
      const at = clock.now();
      return store.add({
        ...toRow(unitId, terms),
        issuedBy: by?.userId ?? null,
        issuedByName: by?.userName ?? "",
        issuedAt: at,
        codeHash: null,
        enterBy: null,
        enteredAt: at,
      });
    },

    /** Issues a code for a unit; nothing changes for it until somebody of the unit enters the code. */
    async issue(
      key: LicenceKey,
      caller: Caller,
      given: LicenceTerms & { unitId: number; enterWithin: number },
    ): Promise<{ id: number; code: string; enterBy: Date }> {
      checkTerms(given);
      const issuedAt = clock.now();
      const enterBy = new Date(issuedAt.getTime() + given.enterWithin * dayMs);
      const facts = { unitId: given.unitId, enterBy, nonce: makeNonce() };
      const id = await store.add({
        ...toRow(given.unitId, given),
        issuedBy: caller.userId,
        issuedByName: caller.userName,
        issuedAt,
        codeHash: hashOf(facts),
        enterBy,
        enteredAt: null,
      });
      return { id, code: signCode(facts, key.privateKey), enterBy };
    },

    /** Enters a code for the caller's own unit. Every try counts; one that succeeds forgets those before it. */
    async enter(key: LicenceKey, caller: Caller, code: string) {
      if (caller.unitId === null)
        throw wrong("You do not belong to a unit, so no code is needed.", "您不属于任何单位，无需授权码。");
      const who = { unitId: caller.unitId, userId: caller.userId };
      const at = clock.now();
      const since = new Date(at.getTime() - triesSpanMs);
      if (!(await store.noteTry(who, at, since, maxAttempts))) {
        throw tooManyTries((await store.firstTry(who, since)) ?? at, at);
      }
      const facts = readCode(code, key.publicKey);
      if (facts === null)
        throw wrong(
          "This authorization code is not valid. Check it and enter it again.",
          "授权码无效，请核对后重新输入。",
        );
      const codeHash = hashOf(facts);
      const entered = await store.enter({ codeHash, unitId: who.unitId }, { ...caller, at });
      if (entered === undefined) throw explain(await store.findByCode(codeHash), who.unitId, at);
      await store.deleteAttempts(who);
      return entered;
    },

    /** Ends an authorization, or voids a code; gives what it was. */
    async withdraw(caller: Caller, id: number) {
      const found = await store.find(caller.scope, id);
      if (found === undefined) throw notFound({ en: "authorization", zh: "授权" });
      if (found.withdrawnAt !== null) {
        throw new AppError("refused", {
          en: "This authorization is already withdrawn.",
          zh: "该授权已撤销。",
        });
      }
      await store.withdraw(id, caller.userName, clock.now());
      const { withdrawnAt: _, ...terms } = found;
      return terms;
    },

    checkTerms,
    ...createLicenceRoom(options),

    /** The warnings that are due 30, 7 and 1 days ahead of an end, until `markWarned` says that they were given. */
    listDue: (): Promise<LicenceWarning[]> => store.listDue(clock.today(), warnAhead),
    markWarned: (warning: LicenceWarning): Promise<void> =>
      store.markWarned(warning.licenceId, warning.ahead),
  };
}

function toRow(unitId: number, { validFrom, validUntil, mostDevices, mostUsers }: LicenceTerms) {
  return { unitId, validFrom, validUntil, mostDevices, mostUsers };
}

function checkTerms(terms: LicenceTerms): void {
  if (terms.validUntil >= terms.validFrom) return;
  throw fieldError("validUntil", { en: "must not be before the start date", zh: "不能早于开始日期" });
}

type Entered = { unitId: number; enteredAt: Date | null; withdrawnAt: Date | null; enterBy: Date | null };

/** Why a code that is ours was not taken. A code of another unit is reported no more of than one that never was. */
function explain(found: Entered | undefined, unitId: number, at: Date): AppError {
  if (found === undefined || found.unitId !== unitId)
    return wrong("This code is for another unit.", "该授权码不适用于您的单位。");
  if (found.withdrawnAt !== null) return wrong("This code was withdrawn.", "该授权码已被撤销。");
  if (found.enteredAt !== null) return wrong("This code was already used.", "该授权码已被使用。");
  if (found.enterBy !== null && found.enterBy <= at)
    return wrong("This code has expired.", "该授权码已过期。");
  return wrong("This code was already used.", "该授权码已被使用。");
}

function wrong(en: string, zh: string): AppError {
  return new AppError("refused", { en, zh }, [{ field: "authorizationCode", text: { en, zh } }]);
}

function tooManyTries(oldest: Date, at: Date): AppError {
  const minutes = Math.max(1, Math.ceil((oldest.getTime() + triesSpanMs - at.getTime()) / 60_000));
  return wrong(
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    `授权码错误次数过多，请在 ${minutes} 分钟后重试。`,
  );
}
