/* The addresses at which devices hand pictures and clips over: made for one file each, for as long as it may take. */
import type { ServiceModel } from "@tracewater/alink/thing-model";
import { type MediaKind, uploadFromDevice } from "@tracewater/contract/fleet/media";
import type { DeviceAddresses } from "../../../platform/files/device-address.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { About } from "../fleet-events.ts";
import type { MediaStore } from "./media.store.ts";
import { acceptedTypes, maxBytes } from "./media-check.ts";

/** A command is answered within a minute; what an event announces may wait for a better line. */
const ticketMs = { command: 15 * 60_000, event: 3_600_000 };
/** What its addresses are made for. */
const uploadTokenKind = "mediaUpload";

/** What a device is notified of where and how to upload. */
export type UploadOffer = {
  upload: {
    url: string;
    method: "PUT";
    maxBytes: number;
    types: readonly string[];
    expiresAt: number;
    sha256?: string;
  };
};

/** What an event announces: the result file of a batch, a clip, or a picture. */
function kindOf({ typeKey }: About, identifier: string, mediaType: unknown): MediaKind {
  if (typeKey === "mass" && identifier === "batchDone") return "sheet";
  return typeof mediaType === "string" && mediaType.startsWith("video/") ? "clip" : "picture";
}

export function createUploadOffers(options: {
  store: MediaStore;
  addresses: DeviceAddresses;
  /** The address of this server at which a device is connected; null where it is not. */
  reachedAt: (deviceId: number) => string | null;
  now: () => number;
}) {
  const { store, addresses } = options;

  async function offer(expected: {
    about: Pick<About, "deviceId" | "unitId">;
    kind: MediaKind;
    origin: "command" | "event";
    source: string;
    commandId: string | null;
    takenAt: number;
    announced: { sha256: string; bytes: number } | null;
  }): Promise<UploadOffer | null> {
    const here = options.reachedAt(expected.about.deviceId);
    if (here === null) return null;
    const { about, kind, origin, source, commandId, takenAt, announced } = expected;
    const expiresAt = new Date(options.now() + ticketMs[origin]);
    const mediaId = await store.expect({
      ...{ unitId: about.unitId, deviceId: about.deviceId, kind, origin, source, commandId, expiresAt },
      takenAt: new Date(takenAt),
      announcedSha256: announced?.sha256 ?? null,
      announcedBytes: announced?.bytes ?? null,
    });
    if (mediaId === null) return null;
    const token = addresses.token({ kind: uploadTokenKind, id: String(mediaId), until: expiresAt.getTime() });
    return {
      upload: {
        url: addresses.url(apiPrefix + uploadFromDevice.path.replace(":token", token), here),
        method: "PUT",
        maxBytes: maxBytes[kind],
        types: acceptedTypes[kind],
        expiresAt: expiresAt.getTime(),
        ...(announced === null ? {} : { sha256: announced.sha256 }),
      },
    };
  }

  return {
    /** What a command carries to the device: an address, where its service reports of a picture that it took. */
    async offerForCommand(
      command: { id: string; deviceId: number; unitId: number; identifier: string; queuedAt: Date },
      service: ServiceModel | undefined,
    ): Promise<UploadOffer | null> {
      const outputs = new Set(service?.outputData.map((one) => one.identifier));
      if (!outputs.has("sha256") || !outputs.has("bytes")) return null;
      return offer({
        about: command,
        kind: "picture",
        origin: "command",
        source: command.identifier,
        commandId: command.id,
        takenAt: options.now(),
        announced: null,
      });
    },

    /** What the reply to an event carries: an address, where the event announced a file. */
    async offerForEvent(
      about: About,
      event: { identifier: string; atMicros: number; params: Record<string, unknown> },
    ): Promise<UploadOffer | null> {
      const { sha256, bytes, mediaType } = event.params;
      if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/i.test(sha256)) return null;
      if (typeof bytes !== "number" || !Number.isInteger(bytes) || bytes <= 0) return null;
      const kind = kindOf(about, event.identifier, mediaType);
      if (bytes > maxBytes[kind]) return null;
      return offer({
        ...{ about, kind, origin: "event", source: event.identifier, commandId: null },
        takenAt: Math.floor(event.atMicros / 1000),
        announced: { sha256: sha256.toLowerCase(), bytes },
      });
    },

    /** Which row an address was made for; null where it is none, or its time is over. */
    readToken: (token: string): number | null => {
      const id = addresses.read(token, uploadTokenKind);
      return id === null ? null : Number(id);
    },
  };
}
