import type { BodyOf } from "@tracewater/contract/call";
import { textIn } from "@tracewater/contract/locales";
import type {
  logInByAppPassword,
  logInByCode,
  reportPosition,
  sendAppCode,
} from "@tracewater/contract/system/app-log-in";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Later } from "../../../platform/later.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import { readAgent } from "../agent.model.ts";
import type { MessageService, OutgoingMessage } from "../messages/message.service.ts";
import { type OneTimeCodes, wrongCode } from "../one-time-codes/one-time-code.service.ts";
import { isPassword, nobodysHash } from "../password.model.ts";
import type { SessionService, Visitor } from "../session/session.service.ts";
import { createAppLogInStore } from "./app-log-in.store.ts";

export type AppLogInService = ReturnType<typeof createAppLogIn>;

type Reached = { channel: "mail" | "text"; address: string };
type Issued = { id: string; code: string; expiresAt: Date; minutes: number };

/** How APP users come in: by a code that is sent to them, or by their password. */
export function createAppLogIn(options: {
  db: Db;
  codes: OneTimeCodes;
  messages: MessageService;
  sessions: Pick<SessionService, "openAs" | "attemptAs">;
  today: () => string;
  later: Later;
  now: () => number;
}) {
  const { codes, messages, sessions, today, now } = options;
  const store = createAppLogInStore(options.db);

  async function sendTo(reached: Reached, issued: Issued, language: Language): Promise<void> {
    const account = await store.findReached(reached.channel, reached.address, today());
    if (account === undefined) return;
    await codes.setUser(issued.id, account.id);
    await messages.queue({ ...codeMessage(reached, issued, language), expiresAt: issued.expiresAt });
    messages.kick();
  }

  async function enter(
    userId: number,
    way: "code" | "password",
    visitor: Visitor,
    device: { deviceId: string; deviceName: string; bind: boolean },
  ) {
    const opened = await sessions.openAs(userId, way, { visitor, bind: device.bind });
    const { browser, os } = readAgent(visitor.agent);
    const said = [browser, os].filter(Boolean).join(" · ") || visitor.agent.slice(0, 100) || "—";
    await store.noteDevice({
      ...{ userId, mark: device.deviceId || said, name: device.deviceName || said, at: new Date(now()) },
      ...{ agent: visitor.agent.slice(0, 300), address: visitor.address },
    });
    return opened;
  }

  return {
    /** What a code is asked for with; refused where the way is not configured. */
    async begin(body: BodyOf<typeof sendAppCode>, address: string): Promise<Issued & { reached: Reached }> {
      const reached = reachedBy(body);
      if (!messages.isReady(reached.channel)) throw notConfigured(reached.channel);
      const issued = await codes.issue({
        purpose: "appLogIn",
        target: targetOf(reached),
        userId: null,
        address,
      });
      return { ...issued, reached };
    },

    /** Called once the answer has left, and done a while later: its time says nothing about whether the account exists. */
    deliver({ reached, ...issued }: Issued & { reached: Reached }, language: Language): void {
      options.later.run(() => sendTo(reached, issued, language));
    },

    async byCode(body: BodyOf<typeof logInByCode>, visitor: Visitor) {
      const { id, userId } = await codes.verify("appLogIn", { target: targetOf(reachedBy(body)) }, body.code);
      if (userId === null || !(await store.isAppUser(userId))) throw wrongCode();
      await codes.use(id);
      return enter(userId, "code", visitor, body);
    },

    /** Throws where name or password is wrong; who guesses waits as at the log-in. */
    async byPassword(body: BodyOf<typeof logInByAppPassword>, visitor: Visitor) {
      const account = await sessions.attemptAs(`app ${body.username}`, visitor.address, async () => {
        const found = await store.findNamed(plainPhone(body.username), today());
        const matches = await isPassword(found?.passwordHash ?? (await nobodysHash), body.password);
        const isOver = (found?.passwordUntil?.getTime() ?? Number.POSITIVE_INFINITY) <= now();
        const isRight = found !== undefined && found.passwordHash !== null && matches && !isOver;
        return { isRight, result: isRight ? (found ?? null) : null };
      });
      if (account === null) throw wrongNameOrPassword;
      return enter(account.id, "password", visitor, body);
    },

    async savePosition(caller: Caller, { at, ...place }: BodyOf<typeof reportPosition>): Promise<void> {
      if (!(await store.isAppUser(caller.userId))) throw onlyApp;
      if (at > now() + 300_000) {
        throw fieldError("at", { en: "must not be in the future", zh: "不能晚于当前时间" });
      }
      await store.savePosition(caller.userId, { ...place, at: new Date(at) });
    },
  };
}

function reachedBy({ phone, email }: { phone: string; email: string }): Reached {
  return phone === ""
    ? { channel: "mail", address: email.toLowerCase() }
    : { channel: "text", address: plainPhone(phone) };
}

/** Blanks and brackets of a number mean nothing. */
export function plainPhone(text: string): string {
  return /^\+?[\d ()-]{5,}$/.test(text.trim()) ? text.replace(/[ ()-]/g, "") : text;
}

function targetOf({ channel, address }: Reached): string {
  return `${channel} ${address}`;
}

function codeMessage(
  { channel, address }: Reached,
  { code, minutes }: Issued,
  language: Language,
): OutgoingMessage {
  return {
    channel,
    address,
    topic: "appLogIn",
    subject:
      channel === "text"
        ? ""
        : textIn({ en: "Tracewater: log-in code", zh: "Tracewater：登录验证码" }, language),
    body: textIn(
      {
        en: `Your Tracewater log-in code is ${code}. It is valid for ${minutes} minutes. Do not share it with anybody.`,
        zh: `您的登录验证码为 ${code}，${minutes} 分钟内有效，切勿告知他人。`,
      },
      language,
    ),
    secret: true,
  };
}

const wrong = { en: "Wrong user name or password.", zh: "用户名或密码错误。" };
const wrongNameOrPassword = new AppError("refused", wrong, [{ field: "password", text: wrong }]);

function notConfigured(channel: "mail" | "text"): AppError {
  return channel === "text"
    ? new AppError("refused", {
        en: "Text messages are not configured on this server. Use an e-mail address or a password.",
        zh: "平台未配置短信服务，请使用邮箱或密码登录。",
      })
    : new AppError("refused", {
        en: "E-mail is not configured on this server. Use a phone number or a password.",
        zh: "平台未配置邮件服务，请使用手机号或密码登录。",
      });
}

const onlyApp = new AppError("forbidden", {
  en: "Positions are kept for APP users only.",
  zh: "仅记录 APP 用户的位置。",
});
