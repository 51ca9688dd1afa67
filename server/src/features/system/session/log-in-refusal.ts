import type { LogInReason } from "@tracewater/contract/system/login-log";
import { Failure } from "../../../platform/failure.ts";

/** Whom an attempt to log in was about, where that is known. */
export type LogInUser = { id: number; name: string; unitId: number | null };

/**
 * A refused log-in: what the person is told, and what the log of log-ins is told. It answers code 500: 401 would open
 * the dialog of the expired session.
 */
export class LogInRefusal extends Failure {
  readonly reason: LogInReason;
  readonly user: LogInUser | null;

  constructor(
    told: { en: string; zh: string; field: string },
    reason: LogInReason,
    user: LogInUser | null = null,
  ) {
    const words = { en: told.en, zh: told.zh };
    super("refused", words, [{ field: told.field, words }]);
    this.reason = reason;
    this.user = user;
  }
}
