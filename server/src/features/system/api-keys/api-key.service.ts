import { createHash, randomBytes } from "node:crypto";
import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { ApiKey, addApiKey, listApiKeys } from "@tracewater/contract/system/api-keys";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { keyCaller, keyMayHold } from "./api-key.model.ts";
import { type ApiKeyRow, createApiKeyStore } from "./api-key.store.ts";

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

const dayMs = 86_400_000;
const touchEveryMs = 60_000;

/** Keys for programs, each for one user, with a part of what its maker may do. */
export function createApiKeyService(options: { db: Db; print: PrintMoment; now: () => number }) {
  const { print, now } = options;
  const store = createApiKeyStore(options.db);

  const toKey = (row: ApiKeyRow): ApiKey => ({
    keyId: row.id,
    name: row.name,
    hint: row.hint,
    userId: row.userId,
    userName: row.userName,
    makerName: row.makerName,
    permissions: row.permissions,
    state: row.state,
    createTime: print(row.createdAt),
    expireTime: print(row.expiresAt),
    lastUsedTime: row.lastUsedAt === null ? null : print(row.lastUsedAt),
    lastAddress: row.lastAddress,
  });

  async function require(caller: Caller, id: number): Promise<ApiKey> {
    const row = await store.find(caller, id);
    if (row === undefined) throw notFound({ en: "API key", zh: "API 密钥" });
    return toKey(row);
  }

  /** What a caller may give away, of what calls ask for. */
  async function grantable(caller: Caller) {
    const known = await store.listPermissions();
    return known.filter((one) => keyMayHold(one.permission) && mayDo(caller, one.permission));
  }

  /** A key acts for its maker, or for a service account that holds no more than its maker does. */
  async function requireActsFor(caller: Caller, userId: number): Promise<void> {
    if (userId === caller.userId) return;
    const user = await store.findUser(caller, userId);
    if (user === undefined) throw fieldError("userId", { en: "user not found", zh: "用户不存在" });
    if (!user.serviceAccount) throw actsForPerson;
    if (user.isBeyond) throw fieldError("userId", { en: "holds more rights than you do", zh: "权限高于您" });
  }

  return {
    require,
    grantable,
    /** The service accounts that the caller may make keys for. */
    listUsers: store.listServiceAccounts,

    async list(
      caller: Caller,
      query: QueryOf<typeof listApiKeys>,
    ): Promise<{ rows: ApiKey[]; total: number }> {
      const filter = { keyword: query.keyword, state: query.state };
      const total = await store.count(caller, filter);
      const rows = await store.list(caller, filter, pageOf(query, total));
      return { rows: rows.map(toKey), total };
    },

    /** The key is reported here and nowhere else: the database has its hash. */
    async add(caller: Caller, body: BodyOf<typeof addApiKey>): Promise<{ keyId: number; key: string }> {
      const userId = body.userId ?? caller.userId;
      await requireActsFor(caller, userId);
      const allowed = new Set((await grantable(caller)).map((one) => one.permission));
      const beyond = body.permissions.find((one) => !allowed.has(one));
      if (beyond !== undefined) {
        throw fieldError("permissions", {
          en: `you do not hold ${beyond}, so you cannot grant it to a key`,
          zh: `您无权将 ${beyond} 授予密钥`,
        });
      }
      const key = `twk_${randomBytes(32).toString("base64url")}`;
      const keyId = await store.add({
        name: body.name,
        tokenHash: digest(key),
        hint: key.slice(0, 10),
        userId,
        makerId: caller.userId,
        permissions: [...new Set(body.permissions)],
        expiresAt: new Date(now() + body.days * dayMs),
      });
      return { keyId, key };
    },

    rename: (id: number, name: string): Promise<void> => store.rename(id, name),
    revoke: (ids: readonly number[]): Promise<void> => store.revoke(ids),

    /** Whom a key stands for; null where it is not good (any longer), or its user or maker may not log in. */
    async findCaller(
      token: string,
      address: string,
      callerAs: (userId: number) => Promise<Caller | null>,
    ): Promise<Caller | null> {
      const key = await store.findByToken(digest(token));
      if (key === undefined) return null;
      const user = await callerAs(key.userId);
      const maker = key.makerId === key.userId ? user : await callerAs(key.makerId);
      if (user === null || maker === null) return null;
      if (key.lastUsedAt === null || now() - key.lastUsedAt.getTime() > touchEveryMs) {
        await store.touch(key.id, address);
      }
      return keyCaller(key, user, maker);
    },
  };
}

const actsForPerson = fieldError("userId", {
  en: "must be you or a service account: a key cannot act for another person",
  zh: "只能是您本人或服务账号：密钥不能代表他人",
});

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
