import { createHash, randomBytes } from "node:crypto";
import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type { ApiKey, addApiKey, listApiKeys } from "@tracewater/contract/system/api-keys";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import { badField, noSuch } from "../../../platform/failure.ts";
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
    if (row === undefined) throw noSuch({ en: "API key", zh: "API 密钥" });
    return toKey(row);
  }

  /** What a caller may give away, of what calls ask for. */
  async function grantable(caller: Caller) {
    const known = await store.listPermissions();
    return known.filter((one) => keyMayHold(one.permission) && mayDo(caller, one.permission));
  }

  return {
    require,
    grantable,

    async list(
      caller: Caller,
      query: QueryOf<typeof listApiKeys>,
    ): Promise<{ rows: ApiKey[]; total: number }> {
      const filter = { keyword: query.keyword, state: query.state };
      const total = await store.count(caller, filter);
      const rows = await store.list(caller, filter, pageOf(query, total));
      return { rows: rows.map(toKey), total };
    },

    /** The key is told here and nowhere else: the store has its hash. */
    async add(caller: Caller, body: BodyOf<typeof addApiKey>): Promise<{ keyId: number; key: string }> {
      const userId = body.userId ?? caller.userId;
      if (!(await store.mayActFor(caller, userId))) {
        throw badField("userId", { en: "there is no such user", zh: "用户不存在" });
      }
      const allowed = new Set((await grantable(caller)).map((one) => one.permission));
      const beyond = body.permissions.find((one) => !allowed.has(one));
      if (beyond !== undefined) {
        throw badField("permissions", {
          en: `${beyond} is not yours to give to a key`,
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

    /** Whom a key stands for; null where it is not good (any more), or its user or maker may not log in. */
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

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
