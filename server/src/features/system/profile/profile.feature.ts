/** What people see and change of their own account: data, portrait, password and sessions. */
import {
  changeOwnPassword,
  changeProfile,
  endOwnSessions,
  getPortrait,
  getProfile,
  listOwnLogIns,
  listOwnSessions,
  removePortrait,
  uploadPortrait,
} from "@tracewater/contract/system/profile";
import type { FastifyRequest } from "fastify";
import { notFound } from "../../../platform/app-error.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { pictureTypes } from "../../../platform/files/picture-kind.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import { ownAccount } from "../../../platform/http/audit-change.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { LogInLogService } from "../login-log/login-log.service.ts";
import type { OnlineService } from "../online/online.service.ts";
import type { Portraits } from "./portraits.ts";
import type { ProfileService } from "./profile.service.ts";

export function serveProfile(
  serve: Serve,
  profile: ProfileService,
  parts: {
    portraits: Portraits;
    online: OnlineService;
    logIns: LogInLogService;
    files: ExportFiles;
    print: PrintMoment;
  },
): void {
  serve.forCaller(getProfile, async (_input, caller) => {
    const { row, shortestPassword } = await profile.read(caller);
    const { roleGroup, postGroup, createdAt, managesPeople: _, ...facts } = row;
    const avatarUrl = facts.avatar === "" ? "" : apiPrefix + facts.avatar;
    return {
      data: { ...facts, avatarUrl, createTime: parts.print(createdAt) },
      roleGroup,
      postGroup,
      shortestPassword,
    };
  });
  serve.forCaller(changeProfile, async ({ body, audit }, caller) => {
    const { row: before } = await profile.read(caller);
    await profile.change(caller, body);
    audit({ subject: ownAccount(caller), before, after: (await profile.read(caller)).row });
    return {};
  });
  serve.forCaller(changeOwnPassword, async ({ body, audit, request }, caller) => {
    await profile.changePassword(caller, body, clientAddress(request));
    audit({ subject: ownAccount(caller) });
    return {};
  });
  serve.forCaller(listOwnSessions, async (_input, caller) => ({ data: await parts.online.listOwn(caller) }));
  serve.forCaller(listOwnLogIns, ({ query, language }, caller) =>
    parts.logIns.listOwn(caller.userId, query, language),
  );
  serve.forCaller(endOwnSessions, async ({ params, audit }, caller) => {
    for (const one of await parts.online.endOwn(caller, params.ids)) {
      const subject = { kind: "online", id: one.tokenId, name: caller.userName, unitId: caller.deptId };
      audit({ subject, before: { address: one.ipaddr } });
    }
    return {};
  });
  servePortraits(serve, profile, parts);
}

function servePortraits(
  serve: Serve,
  profile: ProfileService,
  { portraits, files }: { portraits: Portraits; files: ExportFiles },
): void {
  /** Takes the file in, and away again whatever becomes of it. */
  async function withUpload<T>(
    request: FastifyRequest,
    use: (path: string, fileName: string) => Promise<T>,
  ): Promise<T> {
    const path = await files.planUpload();
    try {
      const { fileName } = await takeUpload(request, path);
      return await use(path, fileName);
    } finally {
      await files.discard(path);
    }
  }

  serve.forCaller(uploadPortrait, async ({ request, audit }, caller) => {
    const imgUrl = await withUpload(request, (path) => profile.setPortrait(caller, path));
    audit({ subject: ownAccount(caller), before: { avatar: caller.avatarUrl }, after: { avatar: imgUrl } });
    return { imgUrl };
  });
  serve.forCaller(removePortrait, async ({ audit }, caller) => {
    await profile.removePortrait(caller);
    audit({ subject: ownAccount(caller), before: { avatar: caller.avatarUrl }, after: { avatar: "" } });
    return {};
  });
  serve.openStream(getPortrait, async ({ params, reply }) => {
    const found = await portraits.open(params.name);
    if (found === null) throw notFound({ en: "picture", zh: "图片" });
    const { size } = await found.file.stat();
    reply
      .type(pictureTypes[found.kind])
      .header("content-length", size)
      // Its bytes never change: another portrait has another name.
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'; sandbox");
    reply.send(found.file.createReadStream());
  });
}
