import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { dateTime } from "../moments.ts";

const own = "/v2/admin/system/user/profile/passkeys";

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, localized("must be base64url", "须为 base64url 编码"));
const label = z.string().trim().min(1).max(60);

/** What a browser asks of an authenticator, and what comes back: the JSON forms of WebAuthn level 3. */
const creationOptions = z.looseObject({ challenge: z.string() });
const requestOptions = z.looseObject({ challenge: z.string() });

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
  authenticatorAttachment: z.string().max(40).nullish(),
};

const registration = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

export const assertion = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(4000),
    userHandle: base64url(200).nullish(),
  }),
});
/** Of a step that is signed: what the passkey answered to `data` of code 427. Without it the answer says what to sign. */
export const personalSignature = { signature: assertion.optional() };
export type Assertion = z.infer<typeof assertion>;
export type Registration = z.infer<typeof registration>;

/** What to ask the browser for at log-in: any passkey of this server, of whomever. */
export const offerPasskeyLogIn = defineCall({
  name: "offerPasskeyLogIn",
  method: "POST",
  path: "/passkey/options",
  access: open,
  audited: false,
  exemptFromLicence: true,
  title: { en: "Begin a log-in with a passkey", zh: "开始通行密钥登录" },
  reply: data(requestOptions),
});

export const logInByPasskey = defineCall({
  name: "logInByPasskey",
  method: "POST",
  path: "/passkey/login",
  access: open,
  exemptFromLicence: true,
  title: { en: "Log in with a passkey", zh: "通行密钥登录" },
  body: z.object({ credential: assertion, bind: z.boolean().default(false) }),
  reply: z.object({ token: z.string() }),
});

const passkey = z.object({
  passkeyId: z.number().int(),
  name: z.string(),
  /** As the browser knows it: what is removed here is reported to it. */
  credentialId: z.string(),
  /** It is copied to other devices of its user. */
  backedUp: z.boolean(),
  createTime: dateTime,
  lastUsedTime: dateTime.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const listPasskeys = defineCall({
  name: "listPasskeys",
  method: "GET",
  path: own,
  access: session,
  exemptFromLicence: true,
  /** `rpId` and `userHandle` name the account to the browser. */
  reply: data(z.array(passkey)).extend({ rpId: z.string(), userHandle: z.string().nullable() }),
});

export const offerPasskey = defineCall({
  name: "offerPasskey",
  method: "POST",
  path: `${own}/options`,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Begin to add a passkey", zh: "开始添加通行密钥" },
  reply: data(creationOptions),
});

/** Adds a passkey; all other sessions end. */
export const addPasskey = defineCall({
  name: "addPasskey",
  method: "POST",
  path: own,
  access: session,
  exemptFromLicence: true,
  title: { en: "Add a passkey", zh: "添加通行密钥" },
  body: z.object({ name: label, credential: registration }),
  reply: data(z.object({ passkeyId: z.number().int() })),
});

export const renamePasskey = defineCall({
  name: "renamePasskey",
  method: "PUT",
  path: own,
  access: session,
  exemptFromLicence: true,
  title: { en: "Rename a passkey", zh: "重命名通行密钥" },
  body: z.object({ passkeyId: idInBody, name: label }),
});

/** Removes a passkey; all other sessions end. */
export const removePasskey = defineCall({
  name: "removePasskey",
  method: "DELETE",
  path: `${own}/:id`,
  access: session,
  confirmation: "always",
  exemptFromLicence: true,
  title: { en: "Remove a passkey", zh: "移除通行密钥" },
  params: z.object({ id }),
});

/** What to ask the browser for to confirm an act with one's own passkey. */
export const offerPasskeyConfirmation = defineCall({
  name: "offerPasskeyConfirmation",
  method: "POST",
  path: "/confirmIdentity/passkeyOptions",
  access: session,
  audited: false,
  exemptFromLicence: true,
  title: { en: "Begin to confirm with a passkey", zh: "开始使用通行密钥确认" },
  body: z.object({ act: z.string().min(1).max(64) }),
  reply: data(requestOptions),
});
