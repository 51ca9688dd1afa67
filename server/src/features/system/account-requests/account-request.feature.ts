import {
  approveAccountRequest,
  confirmApplicationMail,
  getAccountRequest,
  getApplication,
  getRegistration,
  listAccountRequests,
  refuseAccountRequest,
  register,
  sendApplicationCode,
  withdrawApplication,
} from "@tracewater/contract/system/account-requests";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { SessionService } from "../session/session.service.ts";
import type { AccountRequestService } from "./account-request.service.ts";
import type { ApplicantService } from "./applicant.service.ts";

/** What an applicant calls, without an account. */
export function serveApplicants(
  serve: Serve,
  applicants: ApplicantService,
  sessions: Pick<SessionService, "checkCaptcha">,
): void {
  serve.open(getRegistration, async () => ({
    data: { isOpen: await applicants.isOpen(), hasMail: applicants.hasMail() },
  }));
  serve.open(register, async ({ body, request, language, audit }) => {
    await sessions.checkCaptcha(body);
    const { id, key, codeSent } = await applicants.register(body, clientAddress(request), language);
    const { username, nickName, unit, email, phonenumber, purpose } = body;
    audit({
      subject: subjectOf(id, username),
      after: { username, nickName, unit, email, phonenumber, purpose },
    });
    return { data: { key, codeSent } };
  });
  serve.open(getApplication, async ({ body }) => ({ data: await applicants.read(body.key) }));
  serve.open(sendApplicationCode, async ({ body, request, language, audit }) => {
    const { id, userName, email } = await applicants.sendCode(body.key, clientAddress(request), language);
    audit({ subject: subjectOf(id, userName), after: { email } });
    return {};
  });
  serve.open(confirmApplicationMail, async ({ body, audit }) => {
    const { id, application } = await applicants.confirm(body.key, body.code);
    const { email, isEmailConfirmed } = application;
    audit({ subject: subjectOf(id, application.userName), after: { email, isEmailConfirmed } });
    return { data: application };
  });
  serve.open(withdrawApplication, async ({ body, audit }) => {
    const { id, application } = await applicants.withdraw(body.key);
    audit({ subject: subjectOf(id, application.userName), after: { state: application.state } });
    return { data: application };
  });
}

/** The queue, for those who decide. */
export function serveAccountRequests(serve: Serve, requests: AccountRequestService): void {
  serve.forCaller(listAccountRequests, ({ query }, caller) => requests.list(caller, query));
  serve.forCaller(getAccountRequest, async ({ params }, caller) => ({
    data: await requests.find(caller, params.id),
    roles: await requests.listRoles(caller),
  }));
  serve.forCaller(approveAccountRequest, async ({ body, audit }, caller) => {
    const { userName, deptId, state } = await requests.find(caller, body.requestId);
    const userId = await requests.approve(caller, body);
    audit({
      subject: { ...subjectOf(body.requestId, userName), unitId: deptId },
      before: { state },
      after: { state: "approved", ...body, userId },
    });
    return { data: { userId } };
  });
  serve.forCaller(refuseAccountRequest, async ({ body, audit }, caller) => {
    const { userName, deptId, state } = await requests.find(caller, body.requestId);
    await requests.refuse(caller, body.requestId, body.reason);
    audit({
      subject: { ...subjectOf(body.requestId, userName), unitId: deptId },
      before: { state },
      after: { state: "refused", reason: body.reason },
    });
    return {};
  });
}

function subjectOf(id: number, name: string) {
  return { kind: "accountRequest", id, name };
}
