import { randomInt } from "node:crypto";
import type { BodyOf } from "@tracewater/contract/call";
import type {
  AppAction,
  AppDevice,
  AppLogIn,
  AppUser,
  addAppUser,
  changeAppUser,
} from "@tracewater/contract/system/app-users";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import { readAuditRecord } from "../../../platform/audit/read-record.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import { readAgent } from "../agent.model.ts";
import type { AccountService } from "../users/account.service.ts";
import type { UserService } from "../users/user.service.ts";
import { plainPhone } from "./app-log-in.service.ts";
import { type AppUserQuery, createAppUserStore } from "./app-user.store.ts";

export type AppUserService = ReturnType<typeof createAppUserService>;

type Paging = { pageNum: number; pageSize: number };

/** APP users: accounts whose phone number or address a code goes to. Rights, units and their limits are those of users. */
export function createAppUserService(options: {
  db: Db;
  users: Pick<UserService, "listRoles">;
  accounts: AccountService;
}) {
  const { users, accounts } = options;
  const store = createAppUserStore(options.db);

  async function find(caller: Caller, id: number): Promise<AppUser> {
    const found = await store.find(caller, id);
    if (found === undefined) throw notFound({ en: "APP user", zh: "APP 用户" });
    return found;
  }

  async function findChangeable(caller: Caller, id: number): Promise<AppUser> {
    const found = await find(caller, id);
    if (!found.changeable) throw beyond;
    return found;
  }

  /** A code goes to one account: number and address are nobody else's. */
  async function refuseTaken(facts: { phonenumber: string; email: string }, userId: number | null) {
    const field = await store.findTaken(facts, userId);
    if (field !== null) throw taken(field);
  }

  return {
    find,
    listRoles: (caller: Caller, id: number) => users.listRoles(caller, id),

    async list(caller: Caller, query: AppUserQuery & Paging) {
      const total = await store.count(caller.scope, query);
      return { rows: await store.list(caller, query, pageOf(query, total)), total };
    },

    async *listAll(caller: Caller, query: AppUserQuery): AsyncGenerator<AppUser> {
      for (let before = 2_147_483_647; ; ) {
        const rows = await store.listBefore(caller, query, before, 500);
        yield* rows;
        const last = rows.at(-1);
        if (rows.length < 500 || last === undefined) return;
        before = last.userId;
      }
    },

    async readOf(caller: Caller, id: number): Promise<{ devices: AppDevice[]; logIns: AppLogIn[] }> {
      await find(caller, id);
      const devices = await store.listDevices(id);
      const logIns = await store.listLogIns(id);
      return {
        devices: devices.map(({ agent, ...device }) => ({ ...device, ...readAgent(agent) })),
        logIns: logIns.map(({ agent, ...one }) => ({ ...one, ...readAgent(agent) })),
      };
    },

    async listActions(caller: Caller, id: number, query: Paging, language: Language) {
      const { userName } = await find(caller, id);
      const total = await store.countActions(userName);
      const rows = await store.listActions(userName, pageOf(query, total));
      return {
        total,
        rows: rows.map(({ operId, address, code, record }): AppAction => {
          const read = readAuditRecord(record);
          const status = code === 200 ? "0" : "1";
          return {
            ...{ operId, address, status, at: read.time, title: read.title[language] },
            ...{ subject: read.thing, errorMsg: read.message },
          };
        }),
      };
    },

    /** The user name is made: nobody types it, they come in by number or address. */
    async add(caller: Caller, body: BodyOf<typeof addAppUser>): Promise<number> {
      const facts = checked(body);
      await refuseTaken(facts, null);
      const given = { ...facts, sex: "2" as const, userName: makeName(), appUser: true };
      return accounts.add(caller, given);
    },

    async change(caller: Caller, { userId, ...body }: BodyOf<typeof changeAppUser>): Promise<void> {
      const before = await findChangeable(caller, userId);
      const facts = checked(body);
      await refuseTaken(facts, userId);
      await accounts.change(caller, before, facts);
    },

    async setStatus(caller: Caller, userId: number, status: "0" | "1"): Promise<void> {
      await findChangeable(caller, userId);
      await accounts.setStatus(userId, status);
    },

    async resetPassword(caller: Caller, userId: number): Promise<string> {
      await findChangeable(caller, userId);
      return accounts.resetPassword(userId);
    },
  };
}

/** Somebody whom no code can reach cannot come in; a number is kept without blanks, so that it is found again. */
function checked<T extends { phonenumber: string; email: string }>(body: T): T {
  if (body.phonenumber === "" && body.email === "") {
    throw fieldError("phonenumber", {
      en: "enter a phone number or an e-mail address",
      zh: "请输入手机号或邮箱",
    });
  }
  return { ...body, phonenumber: plainPhone(body.phonenumber), email: body.email.toLowerCase() };
}

function makeName(): string {
  return `app${randomInt(1_000_000_000).toString().padStart(9, "0")}`;
}

function taken(field: "phonenumber" | "email"): AppError {
  const text = { en: "another APP user has this already", zh: "已被其他 APP 用户使用" };
  return new AppError(
    "conflict",
    { en: "Another APP user has this already.", zh: "已被其他 APP 用户使用。" },
    [{ field, text }],
  );
}

const beyond = new AppError("forbidden", {
  en: "You cannot edit a user whose permissions exceed yours.",
  zh: "该用户的权限高于您，无法修改。",
});
