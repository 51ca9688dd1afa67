import type { Caller } from "../../../platform/caller.ts";
import { isPassword } from "../password.model.ts";
import type { AttemptStore } from "./attempt.store.ts";
import { LogInRefusal } from "./log-in-refusal.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import type { SecondFactorService } from "./second-factor/second-factor.service.ts";
import type { SessionStore } from "./session.store.ts";

/** Passwords and codes of a second factor that somebody shows: each wrong one is counted. */
export function createSessionProofs(options: {
  store: SessionStore;
  attempts: PasswordAttempts;
  factors: SecondFactorService;
  /** Whether the account's own user is known at this address. */
  hasSessionAt: AttemptStore["hasSessionAt"];
}) {
  const { store, attempts, factors } = options;

  return {
    /** Throws where this is not the caller's password; who guesses waits as at the log-in. */
    async provePassword(
      caller: Pick<Caller, "userId">,
      password: string,
      address: string,
      wrong: { en: string; zh: string; field: string },
    ): Promise<void> {
      const isRight = await attempts.attempt(
        attempts.ofOwnPassword(caller.userId, address, wrong.field),
        async () => {
          const known = await store.findPassword(caller.userId);
          const matches = known !== null && (await isPassword(known, password));
          return { isRight: matches, result: matches };
        },
      );
      if (!isRight) throw new LogInRefusal(wrong, "wrongPassword");
    },

    proveFactor(user: { id: number; name: string }, otp: string, address: string) {
      return attempts.attempt(
        attempts.ofSecondFactor(user.id, address),
        async () => {
          const taken = await factors.take(user.id, otp);
          return { isRight: taken !== null, result: taken };
        },
        () => options.hasSessionAt(user.name, address),
      );
    },

    /** A code of one's own authenticator app; false where it is wrong, was used before, or there is no app. */
    proveAppCode: ({ userId, userName }: Caller, code: string, address: string): Promise<boolean> =>
      attempts.attempt(
        attempts.ofSecondFactor(userId, address),
        async () => {
          const isRight = await factors.takeAppCode(userId, code);
          return { isRight, result: isRight };
        },
        () => options.hasSessionAt(userName, address),
      ),

    /** Counts a try of a password that another feature looks at, as one at the log-in is counted. */
    attemptAs<T>(
      name: string,
      address: string,
      work: () => Promise<{ isRight: boolean; result: T }>,
    ): Promise<T> {
      return attempts.attempt(attempts.ofLogIn(name, address, false), work);
    },

    /** Ends the wait of somebody whose account has seen too many failures. */
    unlock: attempts.unlock,
  };
}
