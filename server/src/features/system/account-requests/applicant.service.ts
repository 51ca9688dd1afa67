import { createHash, randomBytes } from "node:crypto";
import type { BodyOf } from "@tracewater/contract/call";
import type { Locale } from "@tracewater/contract/locales";
import type { Application, register } from "@tracewater/contract/system/account-requests";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { networkOf } from "../../../platform/network-address.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { MessageService } from "../messages/message.service.ts";
import type { OneTimeCodes } from "../one-time-codes/one-time-code.service.ts";
import { hashPassword, refusePassword, shortestPassword } from "../password.model.ts";
import { createRequestStore, type OwnRequest } from "./account-request.store.ts";
import { codeMail } from "./request-mails.ts";
import { requireRoom, spanFrom } from "./request-room.ts";

export type ApplicantService = ReturnType<typeof createApplicantService>;

/** What an applicant does: asks for an account, confirms the address, looks at the request by its key, withdraws it. */
export function createApplicantService(options: {
  db: Db;
  codes: OneTimeCodes;
  messages: MessageService;
  isOpen: () => Promise<boolean>;
  isShared: (address: string) => boolean;
  now: () => number;
}) {
  const { codes, messages, now } = options;
  const store = createRequestStore(options.db);

  async function find(key: string): Promise<OwnRequest> {
    const found = await store.findByKey(digest(key), new Date(now()));
    if (found === undefined) throw notFound({ en: "account request", zh: "账号申请" });
    return found;
  }

  function toApplication({ id: _, ...request }: OwnRequest): Application {
    return { ...request, hasMail: messages.isReady("mail") };
  }

  /** Sends a code to the address; false where mail is not configured or no address was given. */
  async function sendCode(request: { id: number; email: string }, address: string, language: Locale) {
    if (request.email === "" || !messages.isReady("mail")) return false;
    const target = `request ${request.id}`;
    const { code, expiresAt, minutes } = await codes.issue({
      purpose: "register",
      target,
      userId: null,
      address,
    });
    await messages.queue({ ...codeMail(request.email, code, minutes, language), expiresAt });
    messages.kick();
    return true;
  }

  async function requireWaiting(key: string): Promise<OwnRequest> {
    const request = await find(key);
    if (request.state !== "waiting") throw decided;
    return request;
  }

  return {
    isOpen: options.isOpen,
    hasMail: () => messages.isReady("mail"),
    read: async (key: string) => toApplication(await find(key)),

    /** The answer and its time are the same whether or not the name or the address is known. */
    async register(given: BodyOf<typeof register>, address: string, language: Locale) {
      if (!(await options.isOpen())) throw closed;
      const weak = refusePassword(given.password, given.username, shortestPassword.user);
      if (weak !== null) throw fieldError("password", weak);
      await requireRoom(store, address, options);
      const key = randomBytes(32).toString("base64url");
      const id = await store.add({
        ...{ keyHash: digest(key), userName: given.username, nickName: given.nickName || given.username },
        ...{
          unitText: given.unit,
          email: given.email,
          phonenumber: given.phonenumber,
          purpose: given.purpose,
        },
        passwordHash: await hashPassword(given.password),
        ...{ network: networkOf(address), ...spanFrom(now()), identity: null },
      });
      if (id === undefined) throw decided;
      const codeSent = await sendCode({ id, email: given.email }, address, language);
      return { id, key, codeSent };
    },

    async sendCode(key: string, address: string, language: Locale): Promise<OwnRequest> {
      const request = await requireWaiting(key);
      if (!(await sendCode(request, address, language))) throw noMail;
      return request;
    },

    async confirm(key: string, code: string): Promise<{ id: number; application: Application }> {
      const { id } = await requireWaiting(key);
      const right = await codes.verify("register", { target: `request ${id}` }, code);
      await codes.use(right.id);
      await store.confirmMail(id, new Date(now()));
      return { id, application: toApplication(await find(key)) };
    },

    async withdraw(key: string): Promise<{ id: number; application: Application }> {
      const { id, userName } = await requireWaiting(key);
      const at = new Date(now());
      if (!(await store.decide(options.db, id, { state: "withdrawn", at, by: userName }))) throw decided;
      return { id, application: toApplication(await find(key)) };
    },
  };
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

const refuse = (en: string, zh: string) => new AppError("refused", { en, zh } satisfies LocalizedText);

const closed = refuse(
  "Accounts cannot be requested on this server. Ask the administrator of your unit.",
  "本平台未开放账号申请，请联系本单位管理员。",
);
const decided = refuse("This request is no longer waiting for a decision.", "该申请已处理，不能再修改。");
const noMail = refuse(
  "No code can be sent: the request has no e-mail address, or e-mail is not configured on this server.",
  "无法发送验证码：申请未填写邮箱，或平台未配置邮件服务。",
);
