import type { MediaItem } from "@tracewater/contract/fleet/media";
import { textIn } from "@tracewater/contract/locales";
import type { Language } from "../../../platform/localized-text.ts";
import type { MediaRecord } from "./media-queries.store.ts";

/** A picture or clip as the API reports it. */
export function toMediaItem(record: MediaRecord, language: Language): MediaItem {
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    origin: record.origin,
    source: record.source,
    deviceId: record.deviceId,
    cameraId: record.cameraId,
    takenAt: record.takenAt.getTime(),
    storedAt: record.storedAt?.getTime() ?? null,
    bytes: record.bytes === null ? null : Number(record.bytes),
    type: record.type,
    sha256: record.sha256,
    announcedSha256: record.announcedSha256,
    durationMs: record.durationMs,
    reason: textIn({ en: record.reasonEn, zh: record.reasonZh }, language),
  };
}
