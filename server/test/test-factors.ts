import { enrolSecondFactor, offerSecondFactor } from "@tracewater/contract/system/second-factor";
import { appCode } from "./app-codes.ts";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Enrols an authenticator app for the session's user, whose clock is the platform's. */
export async function enrolApp(
  platform: TestPlatform,
  session: Session,
  nowMs: number = Date.now(),
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { data } = await platform.call(offerSecondFactor, {}, session);
  const body = { code: appCode(data.secret, nowMs) };
  const enrolled = await platform.call(enrolSecondFactor, { body }, session);
  return { secret: data.secret, recoveryCodes: enrolled.data.recoveryCodes };
}
