import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { type BlobStore, createBlobStore } from "../../platform/files/blob-store.ts";
import type { Db } from "../../platform/store/database.ts";

const maxBytes = 20 * 1024 * 1024;

type HistoryFile = { type: string; base64: string };

/** The files that devices announced with their events in the past: pictures of boards, result files of batches. */
export function createHistoryFiles(options: { db: Db; folder: string }) {
  const files: BlobStore = createBlobStore(options);
  return async (
    about: { deviceId: number; unitId: number },
    event: { identifier: string; at: number },
    { type, base64 }: HistoryFile,
  ): Promise<void> => {
    const content = Buffer.from(base64, "base64");
    const isPicture = type === "image/png";
    const watched = { signal: new AbortController().signal, onBytes: () => undefined };
    const { path, bytes } = await files.receive(Readable.from([content]), maxBytes, watched);
    const file = await files.keep(path, isPicture ? "png" : "txt");
    const sha256 = createHash("sha256").update(content).digest("hex");
    const at = new Date(event.at);
    await sql`insert into device_media (unit_id, device_id, kind, state, origin, source, taken_at, expires_at, stored_at,
        bytes, type, sha256, announced_sha256, announced_bytes, file)
      values (${about.unitId}, ${about.deviceId}, ${isPicture ? "picture" : "sheet"}, 'stored', 'event',
        ${event.identifier}, ${at}, ${at}, ${at}, ${bytes}, ${type}, ${sha256}, ${sha256}, ${bytes}, ${file})
      on conflict do nothing`.execute(options.db);
  };
}
