import {
  getPasswordReset,
  resetForgottenPassword,
  sendResetCode,
} from "@tracewater/contract/system/password-reset";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { SessionService } from "../session/session.service.ts";
import type { PasswordResetService } from "./password-reset.service.ts";

/** A forgotten password, replaced by a code that comes by mail. */
export function servePasswordReset(
  serve: Serve,
  reset: PasswordResetService,
  sessions: Pick<SessionService, "checkCaptcha">,
): void {
  serve.open(getPasswordReset, async () => ({ data: { isOpen: reset.isOpen() } }));
  serve.open(sendResetCode, async ({ body, request, reply, language, audit }) => {
    await sessions.checkCaptcha(body);
    const issued = await reset.begin(body.account, clientAddress(request));
    const { id, minutes } = issued;
    reply.raw.once("close", () => reset.deliver(body.account, issued, language));
    audit({ subject: { kind: "passwordReset", id, name: body.account }, after: { account: body.account } });
    return { data: { requestId: id, minutes } };
  });
  serve.open(resetForgottenPassword, async ({ body, audit }) => {
    const { id, userName, deptId } = await reset.finish(body);
    audit({
      subject: { kind: "user", id, name: userName, unitId: deptId },
      after: { sessionsEnded: true, passwordChanged: true },
    });
    return {};
  });
}
