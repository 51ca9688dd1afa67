import { timingSafeEqual } from "node:crypto";
import { AppError } from "../../../platform/app-error.ts";
import { EnvError } from "../../../platform/env.ts";
import { hashPassword, makeOneTimeCode, refusePassword } from "../password.model.ts";
import { LogInRefusal } from "./log-in-refusal.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import { digest, type Opened, type SessionOpener, type Visitor } from "./session-opener.ts";
import type { SetUpStore } from "./set-up.store.ts";

/** The first administrator: made once, with the code that the first start prints, or by ADMIN_PASSWORD. */
export function createSetUp(options: {
  store: SetUpStore;
  attempts: PasswordAttempts;
  opener: SessionOpener;
}) {
  const { store, attempts } = options;
  return {
    /** Called at every start without an administrator: a new code; the one before is void. */
    async prepareSetup(): Promise<{ code: string } | null> {
      if (await store.hasAdministrator()) return null;
      const code = makeOneTimeCode();
      await store.saveSetupCode(digest(code).toString("hex"));
      return { code };
    },

    async isSetupOpen(): Promise<boolean> {
      return !(await store.hasAdministrator());
    },

    async setUp(
      given: { code: string; username: string; password: string; bind: boolean },
      visitor: Visitor,
    ): Promise<Opened & { userId: number }> {
      const weak = refusePassword(given.password, given.username);
      if (weak !== null) throw refuse(`The password ${weak.en}.`, `密码${weak.zh}。`, "password");
      const isRight = await attempts.attempt(attempts.ofSetup(visitor.address), async () => {
        const expected = await store.findSetupCode();
        // Another one has made the administrator meanwhile.
        if (expected === null) throw setupIsOver();
        const code = digest(given.code.trim().toUpperCase()).toString("hex");
        const matches = timingSafeEqual(Buffer.from(expected), Buffer.from(code));
        return { isRight: matches, result: matches };
      });
      if (!isRight) throw refuse("The set-up code is wrong.", "初始化码错误。", "code");
      const passwordHash = await hashPassword(given.password);
      const userId = await store.addFirstAdministrator({ userName: given.username, passwordHash });
      if (userId === null) throw setupIsOver();
      const by = { way: "setup", factor: "none" } as const;
      return { ...(await options.opener.open(userId, by, { visitor, bind: given.bind })), userId };
    },

    /** ADMIN_PASSWORD: makes the first administrator `admin` with it; one that exists is left alone. */
    async ensureAdministrator(password: string): Promise<void> {
      if (await store.hasAdministrator()) return;
      const weak = refusePassword(password, "admin");
      if (weak !== null) throw new EnvError(`The variable ADMIN_PASSWORD ${weak.en}.`);
      await store.addFirstAdministrator({ userName: "admin", passwordHash: await hashPassword(password) });
    },
  };
}

export function setupIsOver(): AppError {
  return new AppError("notFound", {
    en: "Set-up is complete: an administrator already exists. Log in instead.",
    zh: "初始化已完成，管理员账号已存在，请直接登录。",
  });
}

function refuse(en: string, zh: string, field: string): LogInRefusal {
  return new LogInRefusal({ en, zh, field }, "wrongPassword");
}
