import type { UserBody } from "@tracewater/contract/system/users";
import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { LicenceService } from "../licences/licence.service.ts";
import type { OrgUnitService } from "../org-units/org-unit.service.ts";
import { hashPassword, makeOneTimeCode } from "../password.model.ts";
import type { SessionService } from "../session/session.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { assign } from "./user-assignment.ts";
import { nameExists } from "./user-refusals.ts";
import { createUserWriter, type UserFields } from "./user-writer.store.ts";

export type AccountService = ReturnType<typeof createAccountService>;

/** How long a one-time password counts. */
const oneTimeTtlMs = 7 * 24 * 3_600_000;

/**
 * Writes accounts for other features (approved requests, APP users) by the rules of the user list: within the caller's
 * units, within the unit's authorization, and with no role that gives more than the caller holds. Whether the caller
 * may change the account at all is for those features to check first.
 */
export function createAccountService(options: {
  db: Db;
  orgUnits: OrgUnitService;
  licences: LicenceService;
  sessions: Pick<SessionService, "endAllOf">;
  events: EventBus<SystemEvents>;
  now: () => number;
}) {
  const { orgUnits, licences, sessions, events } = options;
  const writer = createUserWriter(options.db);

  async function requireUnit(caller: Caller, deptId: number | null): Promise<void> {
    if (deptId !== null) await orgUnits.require(caller.scope, deptId, "deptId");
    else if (caller.scope.kind !== "all")
      throw fieldError("deptId", { en: "select a unit", zh: "请选择所属单位" });
  }

  async function requireRoom(trx: Db, deptId: number | null): Promise<void> {
    if (deptId !== null) await licences.requireRoom(trx, "users", new Map([[deptId, 1]]));
  }

  return {
    /** `within` runs in the same transaction and may still refuse; gives the new account's id. */
    async add(
      caller: Caller,
      given: UserBody & UserFields & { roleIds: readonly number[] },
      within: (trx: Db, userId: number) => Promise<void> = async () => undefined,
    ): Promise<number> {
      const { roleIds, ...facts } = given;
      await requireUnit(caller, facts.deptId);
      return writer.inOne(async (users, trx) => {
        await requireRoom(trx, facts.deptId);
        const added = await users.add({ ...facts, createdBy: caller.userName });
        if (added === undefined) throw nameExists();
        await assign(users, caller, added, { roleIds });
        await within(trx, added);
        return added;
      });
    },

    async change(
      caller: Caller,
      before: { userId: number; deptId: number | null },
      given: UserFields & { deptId: number | null; roleIds: readonly number[] },
    ): Promise<void> {
      const { roleIds, ...facts } = given;
      const moves = facts.deptId !== before.deptId;
      if (moves) await requireUnit(caller, facts.deptId);
      await writer.inOne(async (users, trx) => {
        if (moves) await requireRoom(trx, facts.deptId);
        if (!(await users.change(before.userId, facts))) throw nameExists();
        await assign(users, caller, before.userId, { roleIds });
      });
      events.emit("access.changed", { userIds: [before.userId] });
    },

    /** All sessions end with the account. */
    async setStatus(userId: number, status: "0" | "1"): Promise<void> {
      await writer.inOne((users) => users.change(userId, { status }));
      if (status === "1") await sessions.endAllOf([userId]);
    },

    /** A one-time password, shown once; all sessions end. */
    async resetPassword(userId: number): Promise<string> {
      const password = makeOneTimeCode();
      const passwordHash = await hashPassword(password);
      const passwordUntil = new Date(options.now() + oneTimeTtlMs);
      await writer.inOne((users) => users.change(userId, { passwordHash, passwordUntil }));
      await sessions.endAllOf([userId]);
      return password;
    },
  };
}
