import {
  changeOwnPassword,
  changeProfile,
  endOwnSessions,
  getPortrait,
  getProfile,
  listOwnSessions,
  removePortrait,
  uploadPicture,
  uploadPortrait,
} from "@tracewater/contract/system/profile";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import { noSuch } from "../../../platform/failure.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { pictureTypes } from "../../../platform/files/picture-kind.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { OnlineService } from "../online/online.service.ts";
import type { Portraits } from "./portraits.ts";
import { type ProfileService, portraitPath } from "./profile.service.ts";

export function serveProfile(
  serve: Serve,
  profile: ProfileService,
  parts: { portraits: Portraits; online: OnlineService; files: MadeFiles; print: PrintMoment },
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
  serve.forCaller(changeProfile, async ({ body, note }, caller) => {
    const { row: before } = await profile.read(caller);
    await profile.change(caller, body);
    note({ thing: thingOf(caller), before, after: (await profile.read(caller)).row });
    return {};
  });
  serve.forCaller(changeOwnPassword, async ({ body, note }, caller) => {
    await profile.changePassword(caller, body);
    note({ thing: thingOf(caller) });
    return {};
  });
  serve.forCaller(listOwnSessions, async (_input, caller) => ({ data: await parts.online.listOwn(caller) }));
  serve.forCaller(endOwnSessions, async ({ params, note }, caller) => {
    for (const one of await parts.online.endOwn(caller, params.ids)) {
      const thing = { kind: "online", id: one.tokenId, name: caller.userName, unitId: caller.deptId };
      note({ thing, before: { address: one.ipaddr } });
    }
    return {};
  });
  servePortraits(serve, profile, parts);
}

function servePortraits(
  serve: Serve,
  profile: ProfileService,
  { portraits, files }: { portraits: Portraits; files: MadeFiles },
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

  serve.forCaller(uploadPortrait, async ({ request, note }, caller) => {
    const imgUrl = await withUpload(request, (path) => profile.setPortrait(caller, path));
    note({ thing: thingOf(caller), before: { avatar: caller.avatarUrl }, after: { avatar: imgUrl } });
    return { imgUrl };
  });
  serve.forCaller(removePortrait, async ({ note }, caller) => {
    await profile.removePortrait(caller);
    note({ thing: thingOf(caller), before: { avatar: caller.avatarUrl }, after: { avatar: "" } });
    return {};
  });
  serve.forCaller(uploadPicture, async ({ request, note }, caller) => {
    return withUpload(request, async (path, originalFilename) => {
      const newFileName = await portraits.keep(caller.userId, path);
      const fileName = portraitPath + newFileName;
      note({ thing: thingOf(caller), after: { picture: fileName, from: originalFilename } });
      return { url: apiPrefix + fileName, fileName, newFileName, originalFilename };
    });
  });
  serve.openStream(getPortrait, async ({ params, reply }) => {
    const found = await portraits.open(params.name);
    if (found === null) throw noSuch({ en: "picture", zh: "图片" });
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

function thingOf(caller: Caller) {
  return { kind: "user", id: caller.userId, name: caller.userName, unitId: caller.deptId };
}
