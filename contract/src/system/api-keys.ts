import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idList } from "../id-list.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";

const may = (verb: string) => permission(`system:apiKey:${verb}`);
const path = "/v2/admin/system/apiKey";

export const maxKeyDays = 366;

/** `blocked`: it was made to act for another person, which no key may. */
export const apiKeyState = z.enum(["active", "blocked", "expired", "revoked"]);

/** A key for programs: `Authorization: Bearer twk_...`. The key itself is shown once, when it is made. */
export const apiKey = z.object({
  keyId: z.number().int(),
  name: z.string(),
  /** The beginning of the key, by which people distinguish one from another. */
  hint: z.string(),
  userId: z.number().int(),
  userName: z.string(),
  makerName: z.string(),
  /** What it was given; what it may do is never more than its maker and its user may now. */
  permissions: z.array(z.string()),
  state: apiKeyState,
  createTime: dateTime,
  expireTime: dateTime,
  lastUsedTime: dateTime.nullable(),
  lastAddress: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = defineCall({
  name: "listApiKeys",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, keyword: searchText, state: blank(apiKeyState) }),
  reply: page(apiKey),
});

export const getApiKey = defineCall({
  name: "getApiKey",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(apiKey),
});

/** What the caller may give to a key: permissions of their own that a key can hold. */
export const listKeyPermissions = defineCall({
  name: "listKeyPermissions",
  method: "GET",
  path: `${path}/permissions`,
  access: may("query"),
  reply: data(z.array(z.object({ permission: z.string(), pageTitle: z.string(), actionTitle: z.string() }))),
});

/** The service accounts that the caller may make a key for. */
export const listKeyUsers = defineCall({
  name: "listKeyUsers",
  method: "GET",
  path: `${path}/users`,
  access: may("add"),
  reply: data(z.array(z.object({ userId: z.number().int(), userName: z.string(), nickName: z.string() }))),
});

const name = z.string().trim().min(1).max(100);

export const addApiKey = defineCall({
  name: "addApiKey",
  method: "POST",
  path,
  access: may("add"),
  confirmation: "always",
  title: { en: "Create an API key", zh: "新增 API 密钥" },
  body: z.object({
    name,
    /** Whom it acts for: a service account, or its maker where it is left out. Never another person. */
    userId: idInBody.optional(),
    permissions: z.array(z.string().max(100)).min(1).max(500),
    days: z.number().int().min(1).max(maxKeyDays),
  }),
  reply: data(z.object({ keyId: z.number().int(), key: z.string() })),
});

export const changeApiKey = defineCall({
  name: "changeApiKey",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Rename an API key", zh: "重命名 API 密钥" },
  body: z.object({ keyId: idInBody, name }),
});

/** Revokes them, from the next request on; they stay in the list. */
export const revokeApiKeys = defineCall({
  name: "revokeApiKeys",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  title: { en: "Revoke API keys", zh: "吊销 API 密钥" },
  params: z.object({ ids: idList }),
});
