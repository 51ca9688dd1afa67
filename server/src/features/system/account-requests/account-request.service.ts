import type { BodyOf } from "@tracewater/contract/call";
import type { AccountRequest, approveAccountRequest } from "@tracewater/contract/system/account-requests";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { MessageService } from "../messages/message.service.ts";
import type { AccountService } from "../users/account.service.ts";
import type { UserService } from "../users/user.service.ts";
import { createRequestStore, type RequestQuery } from "./account-request.store.ts";
import { decisionMail } from "./request-mails.ts";

export type AccountRequestService = ReturnType<typeof createAccountRequestService>;

const keepDays = 365;

type Identity = { issuer: string; subject: string; name: string };

/** The queue of requests for accounts: who may decide sees those of their units, and gives no more than they hold. */
export function createAccountRequestService(options: {
  db: Db;
  users: Pick<UserService, "listRoles">;
  accounts: AccountService;
  messages: MessageService;
  /** Links an identity of a provider to an account; false where it is somebody's already. */
  linkIdentity: (trx: Db, userId: number, identity: Identity) => Promise<boolean>;
  /** The day in the server's zone. */
  today: () => string;
  now: () => number;
}) {
  const { db, users, accounts, messages, today, now } = options;
  const store = createRequestStore(db);

  async function find(caller: Caller, id: number): Promise<AccountRequest> {
    const found = await store.find(caller.scope, id, new Date(now()));
    if (found === undefined) throw notFound({ en: "account request", zh: "账号申请" });
    return found;
  }

  return {
    find,
    listRoles: (caller: Caller) => users.listRoles(caller, null),

    async list(caller: Caller, query: RequestQuery) {
      const at = new Date(now());
      const total = await store.count(caller.scope, query, at);
      const waiting = await store.count(caller.scope, { ...query, keyword: undefined, state: "waiting" }, at);
      return { rows: await store.list(caller.scope, query, at, pageOf(query, total)), total, waiting };
    },

    /** Makes the account with the password that the applicant chose; gives its id. */
    async approve(caller: Caller, body: BodyOf<typeof approveAccountRequest>): Promise<number> {
      const { requestId, userName, deptId, roleIds, validUntil } = body;
      const { reason: _, ...request } = await find(caller, requestId);
      if (validUntil !== null && validUntil < today()) {
        throw fieldError("validUntil", { en: "must not be in the past", zh: "不能早于今天" });
      }
      const at = new Date(now());
      const waiting = await store.findWaiting(requestId, at);
      if (waiting === undefined) throw noLongerWaiting;
      const { isEmailConfirmed, issuer, subject, ...facts } = waiting;
      const userId = await accounts.add(
        caller,
        { ...facts, userName, deptId, sex: "2", remark: request.purpose.slice(0, 500), roleIds, validUntil },
        async (trx, added) => {
          const how = { state: "approved" as const, at, by: caller.userName, userId: added, validUntil };
          if (!(await store.decide(trx, requestId, how))) throw noLongerWaiting;
          if (issuer !== null && subject !== null) {
            const identity = { issuer, subject, name: facts.nickName };
            if (!(await options.linkIdentity(trx, added, identity))) throw identityTaken;
          }
          if (isEmailConfirmed) {
            const mail = decisionMail(waiting.email, { userName, isApproved: true, reason: "", validUntil });
            await messages.queue(mail, trx);
          }
        },
      );
      messages.kick();
      return userId;
    },

    async refuse(caller: Caller, id: number, reason: string): Promise<void> {
      const request = await find(caller, id);
      const how = { state: "refused" as const, at: new Date(now()), by: caller.userName, reason };
      await db.transaction().execute(async (trx) => {
        if (!(await store.decide(trx, id, how))) throw noLongerWaiting;
        if (!request.isEmailConfirmed) return;
        const { userName, email } = request;
        await messages.queue(
          decisionMail(email, { userName, isApproved: false, reason, validUntil: null }),
          trx,
        );
      });
      messages.kick();
    },

    /** For the clean-up: what nobody decided ends, what was decided is kept for a year. */
    async expire(): Promise<number> {
      const ended = await store.expire(new Date(now()));
      return ended + (await store.deleteBefore(new Date(now() - keepDays * 86_400_000)));
    },
  };
}

const noLongerWaiting = new AppError("conflict", {
  en: "This request is no longer waiting for a decision. Refresh the list.",
  zh: "该申请已被处理，请刷新列表。",
});

const identityTaken = new AppError("conflict", {
  en: "The identity of this request has been linked to another account since. Refuse the request.",
  zh: "该申请的身份已绑定其他账号，请拒绝此申请。",
});
