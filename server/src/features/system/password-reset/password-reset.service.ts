import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Later } from "../../../platform/later.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { MessageService } from "../messages/message.service.ts";
import { type OneTimeCodes, wrongCode } from "../one-time-codes/one-time-code.service.ts";
import { hashPassword, refusePassword, shortestPassword } from "../password.model.ts";
import type { SessionService } from "../session/session.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { createResetStore, type ResetUser } from "./password-reset.store.ts";
import { changedMail, resetMail, severalMail } from "./reset-mails.ts";

export type PasswordResetService = ReturnType<typeof createPasswordReset>;

type Issued = { id: string; code: string; expiresAt: Date; minutes: number };

/** A forgotten password is replaced by a code that goes to the account's e-mail address. */
export function createPasswordReset(options: {
  db: Db;
  codes: OneTimeCodes;
  messages: MessageService;
  sessions: Pick<SessionService, "endAllOf">;
  events: EventBus<SystemEvents>;
  today: () => string;
  later: Later;
}) {
  const { codes, messages, sessions, events, today } = options;
  const store = createResetStore(options.db);

  async function sendTo(account: string, issued: Issued, language: Language): Promise<void> {
    const users = await store.findByAccount(account, today());
    const [user] = users;
    if (user === undefined) return;
    if (users.length > 1) {
      const names = users.map(({ userName }) => userName);
      await messages.queue({ ...severalMail(user.email, names, language), expiresAt: issued.expiresAt });
    } else {
      await codes.setUser(issued.id, user.id);
      await messages.queue({ ...resetMail(user, issued, language), expiresAt: issued.expiresAt });
    }
    messages.kick();
  }

  /** The account behind a code that is right; a code that was sent to nobody is never right. */
  async function userOf(requestId: string, code: string): Promise<ResetUser> {
    const { userId } = await codes.verify("password", { id: requestId }, code);
    const user = userId === null ? undefined : await store.find(userId, today());
    if (user === undefined) throw wrongCode();
    return user;
  }

  return {
    isOpen: () => messages.isReady("mail"),

    /** Called once the answer has left, and done a while later: its time says nothing about whether the account exists. */
    deliver(account: string, issued: Issued, language: Language): void {
      options.later.run(() => sendTo(account, issued, language));
    },

    /** Gives what to send along with the code, and for how many minutes that counts. */
    async begin(account: string, address: string): Promise<Issued> {
      if (!messages.isReady("mail")) throw noMail;
      const target = account.toLowerCase();
      return codes.issue({ purpose: "password", target, userId: null, address });
    },

    /** Sets the password and ends every session of the account. Of an account with a second factor that stays as it is. */
    async finish(given: { requestId: string; code: string; password: string }): Promise<ResetUser> {
      const refuseWeak = (userName: string) => {
        const weak = refusePassword(given.password, userName, shortestPassword.administrator);
        if (weak !== null) throw fieldError("password", weak);
      };
      refuseWeak("");
      const user = await userOf(given.requestId, given.code);
      refuseWeak(user.userName);
      const passwordHash = await hashPassword(given.password);
      await codes.use(given.requestId);
      await store.setPassword(user.id, passwordHash);
      await sessions.endAllOf([user.id]);
      events.emit("access.changed", { userIds: [user.id] });
      await messages.queue(changedMail(user));
      messages.kick();
      return user;
    },
  };
}

const noMail = new AppError("refused", {
  en: "Passwords cannot be reset by e-mail on this server. Ask the administrator of your unit.",
  zh: "平台未配置邮件服务，无法通过邮件重置密码，请联系本单位管理员。",
});
