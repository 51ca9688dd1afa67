import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { dateTime } from "../moments.ts";

const own = "/v2/admin/system/user/profile/identities";

const provider = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, localized("must be a provider's key", "须为身份提供方标识"));

/** What the provider's redirect carries, as the browser received it. */
const answer = {
  state: z.string().min(1).max(200),
  code: z.string().max(4000).default(""),
  iss: z.string().max(1000).optional(),
  /** Where the provider refused (RFC 6749, 4.1.2.1). */
  error: z.string().max(200).optional(),
};

export const startSignOn = defineCall({
  name: "startSignOn",
  method: "POST",
  path: "/sso/:provider/start",
  access: open,
  audited: false,
  exemptFromLicence: true,
  title: { en: "Begin a single sign-on", zh: "开始单点登录" },
  params: z.object({ provider }),
  /** Where the browser goes; a cookie binds the rest to this browser. */
  reply: data(z.object({ url: z.string() })),
});

export const finishSignOn = defineCall({
  name: "finishSignOn",
  method: "POST",
  path: "/sso/finish",
  access: open,
  exemptFromLicence: true,
  title: { en: "Log in by single sign-on", zh: "单点登录" },
  body: z.object({ ...answer, bind: z.boolean().default(true) }),
  reply: z.object({ token: z.string() }),
});

/** OpenID Connect Back-Channel Logout 1.0: the provider ends sessions here. Answers HTTP 400 to a token that is none. */
export const backChannelLogout = defineCall({
  name: "backChannelLogout",
  method: "POST",
  path: "/sso/:provider/backchannelLogout",
  access: open,
  takes: "form",
  exemptFromLicence: true,
  title: { en: "Log out by the identity provider", zh: "身份提供方注销会话" },
  params: z.object({ provider }),
  body: z.object({ logout_token: z.string().min(1).max(8000) }),
});

const signOnIdentity = z.object({
  identityId: z.number().int(),
  /** The provider's name in the language of the request; its address where it is configured no longer. */
  providerName: z.string(),
  issuer: z.string(),
  name: z.string(),
  createTime: dateTime,
  lastUsedTime: dateTime.nullable(),
});
export type SignOnIdentity = z.infer<typeof signOnIdentity>;

export const listIdentities = defineCall({
  name: "listIdentities",
  method: "GET",
  path: own,
  access: session,
  exemptFromLicence: true,
  reply: data(z.array(signOnIdentity)).extend({
    providers: z.array(z.object({ key: z.string(), name: z.string() })),
  }),
});

export const startBinding = defineCall({
  name: "startBinding",
  method: "POST",
  path: `${own}/:provider/start`,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Begin to link an identity", zh: "开始绑定单点登录身份" },
  params: z.object({ provider }),
  reply: data(z.object({ url: z.string() })),
});

export const finishBinding = defineCall({
  name: "finishBinding",
  method: "POST",
  path: own,
  access: session,
  exemptFromLicence: true,
  title: { en: "Link an identity", zh: "绑定单点登录身份" },
  body: z.object(answer),
  reply: data(z.object({ providerName: z.string(), name: z.string() })),
});

export const removeIdentity = defineCall({
  name: "removeIdentity",
  method: "DELETE",
  path: `${own}/:id`,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Unlink an identity", zh: "解绑单点登录身份" },
  params: z.object({ id }),
});
