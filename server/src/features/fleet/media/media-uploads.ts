/** Pictures and clips that devices upload: what comes is checked, then kept or refused. */
import type { Readable } from "node:stream";
import type { MediaKind } from "@tracewater/contract/fleet/media";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import { type BlobStore, type Incoming, TooManyBytes } from "../../../platform/files/blob-store.ts";
import type { Log } from "../../../platform/log.ts";
import type { MediaStore } from "./media.store.ts";
import { type createMediaCheck, maxBytes, tooLarge } from "./media-check.ts";
import { addressNotFound } from "./media-refusals.ts";
import type { createUploadOffers } from "./upload-offers.ts";

/** An upload from which nothing more comes for so long is given up. */
const silenceMs = 30_000;

export function createMediaUploads(options: {
  store: MediaStore;
  files: BlobStore;
  offers: Pick<ReturnType<typeof createUploadOffers>, "readToken">;
  check: Pick<ReturnType<typeof createMediaCheck>, "keep">;
  log: Log;
  now: () => number;
}) {
  const { store, files, offers, check, log } = options;

  async function receive(kind: MediaKind, from: Readable): Promise<Incoming> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), silenceMs);
    const onBytes = () => void timer.refresh();
    try {
      return await files.receive(from, maxBytes[kind], { signal: stop.signal, onBytes });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** A command with an address has ended: what its reply reports of the picture, or why there is none. */
    async commandEnded(command: {
      id: string;
      state: string;
      message: string | null;
      reply: unknown;
    }): Promise<void> {
      if (command.state === "failed") {
        const said = command.message ?? "";
        await store.refuseCommand(command.id, {
          en: `The device rejected the request: ${said}`,
          zh: `设备拒绝执行：${said}`,
        });
        return;
      }
      const { sha256, takenAt } = readReply(command.reply);
      if (sha256 !== null) await store.announce(command.id, { sha256, takenAt });
    },

    /** Takes what a device sends to an address; whatever is wrong with it is reported, and nothing of it stays. */
    async takeFromDevice(
      token: string,
      sent: { body: Readable; length: number | null; type: string; sha256: string | null },
    ): Promise<{ id: number; bytes: number; sha256: string }> {
      const mediaId = offers.readToken(token);
      const row = mediaId === null ? undefined : await store.take(mediaId, new Date(options.now()));
      if (row === undefined) throw addressNotFound();
      const max = maxBytes[row.kind];
      let incoming: Incoming | null = null;
      try {
        if (sent.length !== null && sent.length > max) throw tooLarge(max);
        incoming = await receive(row.kind, sent.body);
        const announced = row.announcedBytes === null ? null : Number(row.announcedBytes);
        const facts = await check.keep(row.kind, incoming, {
          sha256: row.announcedSha256 ?? sent.sha256,
          bytes: announced,
          type: sent.type,
        });
        await store.store(row.id, facts, sent.sha256);
        return { id: row.id, bytes: facts.bytes, sha256: facts.sha256 };
      } catch (error) {
        if (incoming !== null) await files.discard(incoming.path);
        const refusal = error instanceof TooManyBytes ? tooLarge(max) : error;
        if (refusal instanceof AppError) {
          await store.refuse(row.id, refusal.text);
          throw refusal;
        }
        await store.giveBack(row.id);
        if (!isBrokenOff(error)) throw error;
        log.info(
          { deviceId: row.deviceId, mediaId: row.id },
          "an upload was interrupted; it can be repeated",
        );
        throw fieldError("body", { en: "was not uploaded completely", zh: "文件未完整上传" });
      }
    },
  };
}

function readReply(reply: unknown): { sha256: string | null; takenAt: Date | null } {
  const given = typeof reply === "object" && reply !== null ? reply : {};
  const sha256 = "sha256" in given && typeof given.sha256 === "string" ? given.sha256.toLowerCase() : "";
  const takenAt = "takenAt" in given ? Number(given.takenAt) : Number.NaN;
  const isTime = takenAt > 1_000_000_000_000 && takenAt < 10_000_000_000_000;
  return {
    sha256: /^[0-9a-f]{64}$/.test(sha256) ? sha256 : null,
    takenAt: isTime ? new Date(takenAt) : null,
  };
}

function isBrokenOff(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"].includes(code);
}
