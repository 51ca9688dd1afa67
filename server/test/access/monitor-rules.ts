import type { AnyCall } from "@tracewater/contract/call";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import * as audit from "@tracewater/contract/system/audit";
import * as jobs from "@tracewater/contract/system/jobs";
import * as logIns from "@tracewater/contract/system/login-log";
import * as online from "@tracewater/contract/system/online";
import * as profile from "@tracewater/contract/system/profile";
import { getServerState } from "@tracewater/contract/system/server-state";
import * as uploads from "@tracewater/contract/system/uploads";
import { PNG } from "pngjs";
import { eventually } from "../eventually.ts";
import type { Session } from "../test-http.ts";
import type { CallInput, Made, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const plain = (input: CallInput = {}): Rule => ({ outside: "none", make: async () => ({ input }) });

/** Sessions of others, and what everybody may do about themselves. */
export function sessionRules(stage: AccessStage): Record<string, Rule> {
  const picture = new Blob([new Uint8Array(PNG.sync.write(new PNG({ width: 4, height: 4 })))]);
  const sessionOf = async (unitId: number) => {
    const { userName } = await stage.platform.addUser({ unitId });
    const { rows } = await stage.platform.call(online.listOnline, { query: { userName } }, stage.admin);
    return { userName, id: rows[0]?.tokenId };
  };
  return {
    [online.listOnline.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { userName } = await sessionOf(unitId);
        return { input: { query: { userName } }, sees: userName };
      },
    },
    [online.endOnline.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { ids: (await sessionOf(unitId)).id } } }),
    },
    [profile.getProfile.name]: plain(),
    [profile.changeProfile.name]: plain({ body: { nickName: "Somebody" } }),
    // Heard, and refused by the password that is not theirs.
    [profile.changeOwnPassword.name]: {
      outside: "none",
      make: async () => ({ input: { body: { oldPassword: "not his", newPassword: "another long one 77" } } }),
      succeeds: 500,
    },
    [profile.uploadPortrait.name]: plain({ file: picture }),
    [uploads.uploadPicture.name]: plain({ file: picture }),
    [uploads.uploadFiles.name]: plain({ file: picture }),
    [uploads.downloadResource.name]: {
      outside: "none",
      make: async () => {
        const file = new Blob([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0])]);
        const { text } = await stage.ask(uploads.uploadPicture, { file }, stage.admin);
        const { fileName }: { fileName: string } = JSON.parse(text);
        return { input: { query: { resource: fileName } } };
      },
    },
    [profile.removePortrait.name]: plain(),
    [profile.getPortrait.name]: {
      outside: "none",
      make: async () => {
        const { text } = await stage.ask(uploads.uploadPicture, { file: picture }, stage.admin);
        const { newFileName: name }: { newFileName: string } = JSON.parse(text);
        return { input: { params: { name } } };
      },
    },
    [profile.listOwnSessions.name]: plain(),
    [profile.listOwnLogIns.name]: plain(),
    [profile.endOwnSessions.name]: {
      outside: "notFound",
      personal: { by: null },
      make: async (_unitId, side, actor) => {
        const own = side === "own" && actor !== "nobody" ? stage.credentialsOf(actor) : null;
        return anotherSession(stage, own);
      },
    },
  };
}

/** A session of one's own besides the one that calls; of a stranger where no name is given. */
async function anotherSession(
  stage: AccessStage,
  own: { userName: string; password: string } | null,
): Promise<Made> {
  const of = own ?? (await stage.platform.addUser({}));
  const owner: Session = await stage.platform.logIn(of.userName, of.password);
  const one = own === null ? await stage.platform.logIn(of.userName, of.password) : owner;
  const { data } = await stage.platform.call(profile.listOwnSessions, {}, one);
  const ids = data.find(({ current }) => current)?.tokenId;
  return { input: { params: { ids } }, owner: own === null ? owner : one };
}

export function jobRules(stage: AccessStage): Record<string, Rule> {
  const anyJob = async () => {
    const { rows } = await stage.platform.call(jobs.listJobs, {}, stage.admin);
    const [job] = rows;
    if (job === undefined) throw new Error("the platform has no scheduled task");
    return job;
  };
  let logged: Promise<number> | null = null;
  const log = () => {
    logged ??= anyJob()
      .then(({ jobId }) => stage.platform.call(jobs.runJob, { body: { jobId } }, stage.admin))
      .then(({ data }) => data.jobLogId);
    return logged;
  };
  return {
    [jobs.listJobs.name]: plain(),
    [jobs.getJob.name]: {
      outside: "none",
      make: async () => ({ input: { params: { id: (await anyJob()).jobId } } }),
    },
    [jobs.changeJob.name]: {
      outside: "none",
      make: async () => {
        const { jobId, cronExpression, misfirePolicy, status } = await anyJob();
        return { input: { body: { jobId, cronExpression, misfirePolicy, status } } };
      },
    },
    [jobs.changeJobStatus.name]: {
      outside: "none",
      make: async () => {
        const { jobId, status } = await anyJob();
        return { input: { body: { jobId, status } } };
      },
    },
    [jobs.runJob.name]: {
      outside: "none",
      // One that runs is not begun a second time.
      make: async () => {
        await eventually(async () => (await anyJob()).last?.state).not.toBe("running");
        return { input: { body: { jobId: (await anyJob()).jobId } } };
      },
    },
    [jobs.previewCron.name]: plain({ query: { cronExpression: "30 2 * * *" } }),
    [jobs.listJobLogs.name]: plain(),
    [jobs.getJobLog.name]: {
      outside: "none",
      make: async () => ({ input: { params: { id: await log() } } }),
    },
    [getServerState.name]: plain(),
    [jobs.exportJobLogs.name]: plain(),
    [jobs.exportJobLogsByForm.name]: plain(),
  };
}

/** What somebody of a unit did, and that they logged in. */
export function logRules(stage: AccessStage): Record<string, Rule> {
  const doneIn = async (unitId: number): Promise<string> => {
    const user = await stage.platform.addUser({ unitId, roles: ["operator"] });
    const name = stage.name();
    const body = { code: name, name, kind: "other" as const, unitId };
    await stage.platform.call(samplingPoints.calls.add, { body }, user);
    return user.userName;
  };
  const loggedInOf = async (unitId: number) => (await stage.platform.addUser({ unitId })).userName;
  const seen = (make: (unitId: number) => Promise<string>, put: (name: string) => CallInput): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const name = await make(unitId);
      return { input: put(name), sees: name };
    },
  });
  const byCall = (call: AnyCall, rule: Rule): [string, Rule] => [call.name, rule];
  return Object.fromEntries([
    byCall(
      audit.listOperations,
      seen(doneIn, (operName) => ({ query: { operName } })),
    ),
    byCall(
      audit.exportOperations,
      seen(doneIn, (operName) => ({ query: { operName } })),
    ),
    byCall(
      audit.exportOperationsByForm,
      seen(doneIn, (operName) => ({ body: { operName } })),
    ),
    byCall(audit.getOperation, {
      outside: "notFound",
      make: async (unitId) => {
        const query = { operName: await doneIn(unitId) };
        const { rows } = await stage.platform.call(audit.listOperations, { query }, stage.admin);
        return { input: { params: { id: rows[0]?.operId } } };
      },
    }),
    byCall(audit.getAuditChain, plain()),
    byCall(audit.verifyAuditChain, plain()),
    byCall(audit.exportAuditChain, { ...plain(), wholeReach: true }),
    byCall(
      logIns.listLogIns,
      seen(loggedInOf, (userName) => ({ query: { userName } })),
    ),
    byCall(logIns.unlockLogIn, {
      outside: "notFound",
      make: async (unitId) => {
        const { userName } = await stage.platform.addUser({ unitId });
        return { input: { params: { userName } } };
      },
    }),
    byCall(
      logIns.exportLogIns,
      seen(loggedInOf, (userName) => ({ query: { userName } })),
    ),
    byCall(
      logIns.exportLogInsByForm,
      seen(loggedInOf, (userName) => ({ body: { userName } })),
    ),
  ]);
}
