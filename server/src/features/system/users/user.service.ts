import type { BodyOf } from "@tracewater/contract/call";
import type { UserBody, users } from "@tracewater/contract/system/users";
import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { requireConfirmed } from "../../../platform/confirmation.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { LicenceService } from "../licences/licence.service.ts";
import type { OrgUnitService } from "../org-units/org-unit.service.ts";
import { hashPassword, makeOneTimeCode, refusePassword, shortestPassword } from "../password.model.ts";
import type { SessionService } from "../session/session.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { createUserStore } from "./user.store.ts";
import { assign, refuseOverreach } from "./user-assignment.ts";
import { findTaken, storeUsers } from "./user-import.store.ts";
import { createUserReader } from "./user-reader.ts";
import {
  accountTypeStays,
  lastAdministrator,
  nameExists,
  noPasswordForService,
  ownPassword,
  refuseOneself,
} from "./user-refusals.ts";
import { createUserWriter, type UserFields } from "./user-writer.store.ts";

export type UserService = ReturnType<typeof createUserService>;

/** How long a one-time password counts. */
const oneTimeTtlMs = 7 * 24 * 3_600_000;

/** The platform's users. Anyone who calls meets those of their scope, changes those who hold no more than they do. */
export function createUserService(options: {
  db: Db;
  zone: string;
  orgUnits: OrgUnitService;
  licences: LicenceService;
  sessions: SessionService;
  events: EventBus<SystemEvents>;
  print: PrintMoment;
  now: () => number;
}) {
  const { orgUnits, licences, sessions, events, now } = options;
  const store = createUserStore(options.db);
  const writer = createUserWriter(options.db);
  const { findChangeable, requireChangeable, ...reads } = createUserReader(options);

  async function requireUnit(caller: Caller, deptId: number | null): Promise<void> {
    if (deptId !== null) await orgUnits.require(caller.scope, deptId, "deptId");
    else if (caller.scope.kind !== "all")
      throw fieldError("deptId", { en: "select a unit", zh: "请选择所属单位" });
  }

  async function makePassword(asked: string | undefined, userName: string) {
    const weak = asked === undefined ? null : refusePassword(asked, userName, shortestPassword.user);
    if (weak !== null) throw fieldError("password", weak);
    const password = asked ?? makeOneTimeCode();
    const facts = {
      passwordHash: await hashPassword(password),
      passwordUntil: new Date(now() + oneTimeTtlMs),
    };
    return { facts, shown: asked === undefined ? password : null };
  }

  return {
    ...reads,

    async importRows(caller: Caller, rows: readonly UserBody[], update: readonly string[] | null) {
      const taken = await findTaken(options.db, rows);
      const fresh = rows.filter((row) => !taken.has(row.userName.toLowerCase()));
      return options.db.transaction().execute(async (trx) => {
        await licences.requireRoom(trx, "users", countByUnit(fresh));
        return storeUsers(trx, caller, rows, update);
      });
    },

    async add(caller: Caller, body: BodyOf<typeof users.calls.add>) {
      const { roleIds, postIds, password, oneTimePassword, ...given } = body;
      const facts = { ...given, serviceAccount: given.serviceAccount === "1" };
      await requireUnit(caller, facts.deptId);
      const asked = password === undefined || password === "" ? undefined : password;
      if (facts.serviceAccount && (asked !== undefined || oneTimePassword)) throw noPasswordForService();
      const made =
        asked !== undefined || oneTimePassword ? await makePassword(asked, facts.userName) : noPassword;
      const id = await writer.inOne(async (users, trx) => {
        if (facts.deptId !== null) await licences.requireRoom(trx, "users", new Map([[facts.deptId, 1]]));
        const added = await users.add({ ...facts, ...made.facts, createdBy: caller.userName });
        if (added === undefined) throw nameExists();
        await assign(users, caller, added, { roleIds, postIds });
        return added;
      });
      return { id, oneTimePassword: made.shown };
    },

    async change(caller: Caller, body: BodyOf<typeof users.calls.change>): Promise<void> {
      const { userId, roleIds, postIds, serviceAccount, ...facts } = body;
      const before = await findChangeable(caller, userId);
      if (serviceAccount !== undefined && serviceAccount !== before.serviceAccount) throw accountTypeStays();
      if (facts.deptId !== before.deptId) {
        await requireUnit(caller, facts.deptId);
      }
      if (facts.status === "1") refuseOneself(caller, [userId]);
      await writer.inOne(async (users, trx) => {
        if (facts.deptId !== null && facts.deptId !== before.deptId) {
          await licences.requireRoom(trx, "users", new Map([[facts.deptId, 1]]));
        }
        if (!(await users.change(userId, facts))) throw nameExists();
        await assign(users, caller, userId, { roleIds, postIds });
        if (!(await users.hasAdministrator())) throw lastAdministrator();
      });
      if (facts.status === "1") await sessions.endAllOf([userId]);
      events.emit("access.changed", { userIds: [userId] });
    },

    async setRoles(caller: Caller, userId: number, roleIds: readonly number[]): Promise<void> {
      await findChangeable(caller, userId);
      await writer.inOne(async (users) => {
        await assign(users, caller, userId, { roleIds });
        if (!(await users.hasAdministrator())) throw lastAdministrator();
      });
      events.emit("access.changed", { userIds: [userId] });
    },

    /** Gives a role to users; none of them may hold more than the caller, before or after. */
    async giveRole(caller: Caller, roleId: number, userIds: readonly number[]): Promise<void> {
      await requireChangeable(caller, userIds);
      await writer.inOne(async (users) => {
        const { madeAdministrator } = await users.giveRole(roleId, userIds);
        await refuseOverreach(users, caller, userIds);
        if (madeAdministrator) requireConfirmed(caller);
      });
      events.emit("access.changed", { userIds });
    },

    async takeRole(caller: Caller, roleId: number, userIds: readonly number[]): Promise<void> {
      await requireChangeable(caller, userIds);
      await writer.inOne(async (users) => {
        await users.takeRole(roleId, userIds);
        if (!(await users.hasAdministrator())) throw lastAdministrator();
      });
      events.emit("access.changed", { userIds });
    },

    async setStatus(caller: Caller, userId: number, status: "0" | "1"): Promise<void> {
      await findChangeable(caller, userId);
      if (status === "1") refuseOneself(caller, [userId]);
      await changeFields(userId, { status });
      if (status === "1") await sessions.endAllOf([userId]);
    },

    async resetPassword(caller: Caller, userId: number, asked: string | undefined) {
      const user = await findChangeable(caller, userId);
      if (userId === caller.userId) throw ownPassword();
      if (user.serviceAccount === "1") throw noPasswordForService();
      if (await store.isAdministrator(userId)) requireConfirmed(caller);
      const made = await makePassword(asked === "" ? undefined : asked, user.userName);
      await changeFields(userId, made.facts);
      await sessions.endAllOf([userId]);
      return made.shown;
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<void> {
      refuseOneself(caller, ids);
      await requireChangeable(caller, ids);
      await writer.inOne(async (users) => {
        await users.remove(ids);
        if (!(await users.hasAdministrator())) throw lastAdministrator();
      });
      await sessions.endAllOf(ids);
    },

    async forceLogout(caller: Caller, userId: number): Promise<number> {
      await findChangeable(caller, userId);
      return sessions.endAllOf([userId]);
    },
  };

  async function changeFields(userId: number, facts: UserFields): Promise<void> {
    await writer.inOne(async (users) => {
      await users.change(userId, facts);
      if (!(await users.hasAdministrator())) throw lastAdministrator();
    });
  }
}

/** How many of these people each unit gets. */
function countByUnit(rows: readonly UserBody[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { deptId } of rows) {
    if (deptId !== null) counts.set(deptId, (counts.get(deptId) ?? 0) + 1);
  }
  return counts;
}

const noPassword = { facts: { passwordHash: null, passwordUntil: null }, shown: null };
