/** The calls of pictures and clips, for people and for the devices that upload them. */
import type { FileHandle } from "node:fs/promises";
import {
  countPictures,
  getFileOnce,
  getLatestPicture,
  getPictureFile,
  listClips,
  listPictures,
  makeFileAddress,
  uploadClip,
  uploadFromDevice,
} from "@tracewater/contract/fleet/media";
import type { FastifyReply } from "fastify";
import { apiPrefix } from "../../../platform/http/answers.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { MediaService } from "./media.service.ts";
import { toMediaItem } from "./media-item.ts";
import type { MediaRecord } from "./media-queries.store.ts";

export function serveMedia(
  serve: Serve,
  media: MediaService,
  parts: {
    devices: DeviceService;
    planUpload: () => Promise<string>;
    discard: (path: string) => Promise<void>;
  },
): void {
  const { devices } = parts;

  for (const [call, kind] of [
    [listPictures, "picture"],
    [listClips, "clip"],
  ] as const) {
    serve.forCaller(call, async ({ params, query, language }, caller) => {
      const device = await devices.requireOfFamily(caller.scope, params.family, params.id);
      const filter = { deviceId: device.id, kind, state: query.state, span: query };
      const total = await media.count(caller.scope, filter, media.now());
      const rows = await media.list(caller.scope, filter, media.now(), pageOf(query, total));
      return { total, rows: rows.map((row) => toMediaItem(row, language)) };
    });
  }

  serve.forCaller(getLatestPicture, async ({ params, language }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, params.id);
    const filter = { deviceId: device.id, kind: "picture", state: "stored" } as const;
    const [latest] = await media.list(caller.scope, filter, media.now(), { limit: 1, offset: 0 });
    return latest === undefined ? {} : { data: toMediaItem(latest, language) };
  });

  serve.forCaller(countPictures, async ({ params }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, params.id);
    return { data: await media.countDays(caller, device.id) };
  });

  serve.stream(getPictureFile, async ({ params, query, reply }, caller) => {
    const { file, found, isSmall } = await media.openPicture(caller, params.id, query.size === "small");
    // Its bytes never change; only who may see it does, so they stay with the browser that fetched them.
    reply.header("cache-control", "private, max-age=3600, immutable");
    await sendMedia(
      reply,
      file,
      isSmall ? { ...found, type: "image/jpeg", file: "small.jpg" } : found,
      "inline",
    );
  });

  serve.forCaller(makeFileAddress, async ({ params, audit }, caller) => {
    const { token, expiresAt, found } = await media.makePass(caller, params.id);
    audit({ subject: auditSubject(found), after: { sha256: found.sha256 } });
    const address = apiPrefix + getFileOnce.path.replace(":token", token);
    return { data: { address, expiresAt: expiresAt.getTime() } };
  });

  serve.openStream(getFileOnce, async ({ params, reply }) => {
    const { file, found } = await media.openByPass(params.token);
    await sendMedia(reply, file, found, "attachment");
  });

  serve.open(uploadFromDevice, async ({ params, request, reply }) => {
    const { headers } = request;
    const digest = headers["x-content-sha256"];
    const length = Number(headers["content-length"]);
    try {
      const data = await media.takeFromDevice(params.token, {
        body: request.raw,
        length: headers["content-length"] === undefined ? null : length,
        type: (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "",
        sha256: typeof digest === "string" && /^[0-9a-f]{64}$/i.test(digest) ? digest.toLowerCase() : null,
      });
      return { data };
    } catch (error) {
      // What is left of the body is not waited for.
      reply.header("connection", "close");
      throw error;
    }
  });

  serve.forCaller(uploadClip, async ({ params, request, language, audit }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, params.id);
    const path = await parts.planUpload();
    try {
      const { fileName } = await takeUpload(request, path);
      const takenAt = media.now().getTime();
      const name = fileName.slice(0, 200);
      const added = await media.addClip(device, { path, name, origin: "console", cameraId: null, takenAt });
      audit({
        subject: auditSubject(added),
        after: { device: device.deviceName, name, sha256: added.sha256 },
      });
      return { data: toMediaItem(added, language) };
    } finally {
      await parts.discard(path);
    }
  });
}

function auditSubject(found: MediaRecord) {
  return { kind: found.kind, id: found.id, name: found.source, unitId: found.unitId };
}

async function sendMedia(
  reply: FastifyReply,
  file: FileHandle,
  found: MediaRecord,
  how: "inline" | "attachment",
): Promise<void> {
  const { size } = await file.stat();
  const extension = found.file?.split(".")[1] ?? "bin";
  const name = encodeURIComponent(`${found.kind}-${found.id}.${extension}`);
  reply
    .type(found.type ?? "application/octet-stream")
    .header("content-length", size)
    .header("content-disposition", `${how}; filename*=UTF-8''${name}`)
    .header("download-filename", name)
    .header("content-security-policy", "default-src 'none'; sandbox");
  reply.send(file.createReadStream());
}
