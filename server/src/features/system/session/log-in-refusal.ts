import type { LogInReason } from "@tracewater/contract/system/login-log";
import { AppError } from "../../../platform/app-error.ts";

/** Whom an attempt to log in was about, where that is known. */
export type LogInUser = { id: number; name: string; unitId: number | null };

/**
 * A refused log-in: what the person is notified, and what the log of log-ins is reported. It answers code 500: 401
 * would open the dialog of the expired session.
 */
export class LogInRefusal extends AppError {
  /** `needsFactor` is no failure: the log-in goes on with the code. */
  readonly reason: LogInReason | "needsFactor";
  readonly user: LogInUser | null;

  constructor(
    text: { en: string; zh: string; field: string },
    reason: LogInReason | "needsFactor",
    user: LogInUser | null = null,
  ) {
    const message = { en: text.en, zh: text.zh };
    super("refused", message, [{ field: text.field, text: message }]);
    this.reason = reason;
    this.user = user;
  }
}
