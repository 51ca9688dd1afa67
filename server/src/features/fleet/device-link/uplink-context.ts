import { type AlinkCode, alinkCode } from "@tracewater/alink/codes";
import { type AlinkId, type AlinkRequest, parseRequest } from "@tracewater/alink/envelope";
import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import { type MessageKind, RefusedUplink, type StoredUplink } from "../uplink.ts";
import type { LinkedDevice } from "./connected-device.ts";
import { toStorablePayload } from "./storable-payload.ts";
import { LinkLetGo, ProtocolViolation, type Uplink, type UplinkRoute } from "./uplink-route.ts";

/** What a request is answered with; values and events are committed with the message before it is. */
export type Answer = {
  code: AlinkCode;
  data?: unknown;
  message?: string;
  store?: Content & { isBare: boolean };
  /** What the message reported of other devices than the one whose topic it came by. */
  others?: readonly (Content & { device: LinkedDevice })[];
};

type Content = Pick<StoredUplink, "values" | "events">;

export type UplinkContext = ReturnType<typeof createUplinkContext>;

const nothing = { values: [], events: [], isBare: false };

/** What routes have in common: the envelope read, the message committed to the log, the answer given after that. */
export function createUplinkContext(options: {
  telemetry: TelemetryService;
  pause: (ms: number) => Promise<void>;
  isStopping: () => boolean;
  now: () => number;
  log: Log;
}) {
  const { telemetry, pause, isStopping, now, log } = options;

  /** Commits one uplink; the code that its reply carries. */
  async function commit(
    uplink: Uplink,
    kind: MessageKind,
    code: AlinkCode = alinkCode.success,
    content: NonNullable<Answer["store"]> = nothing,
    others: NonNullable<Answer["others"]> = [],
  ): Promise<AlinkCode> {
    const isParsed = code === alinkCode.success && (kind === "property" || kind === "event");
    const stored: StoredUplink = {
      about: uplink.device.about,
      receivedMicros: now() * 1000,
      values: content.values,
      events: content.events,
      isResend: uplink.dup && content.isBare,
      message: {
        direction: "up",
        kind,
        code,
        packetId: uplink.qos > 0 ? uplink.messageId : null,
        topic: uplink.topic,
        payload: toStorablePayload(uplink.payload, isParsed),
      },
    };
    try {
      await Promise.all(others.map((other) => recordOther(other, stored.receivedMicros)));
      await telemetry.record(stored);
      return code;
    } catch (error) {
      if (error instanceof RefusedUplink) return alinkCode.serverError;
      throw error;
    }
  }

  function recordOther(
    { device, values, events }: Content & { device: LinkedDevice },
    receivedMicros: number,
  ) {
    const content = { about: device.about, receivedMicros, values, events };
    return telemetry.record({ message: null, isResend: false, ...content });
  }

  function answer(uplink: Uplink, id: AlinkId, given: Answer): void {
    const { code, data = {}, message = messageOf(code) } = given;
    const method = methodOf(uplink.topic);
    const body = { id, code, method, message, data, version: "1.0" };
    uplink.device.publish(`${uplink.topic}_reply`, JSON.stringify(body), null);
  }

  /** Work on the database that waits while it is away, as the writing of uplinks does: the device is held meanwhile. */
  async function whileDatabaseIsAvailable<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        if (isStopping()) throw new LinkLetGo("the platform is stopping");
        await pause(Math.min(1000, 50 * 2 ** attempt));
      }
    }
  }

  async function handleOrFail(uplink: Uplink, handle: () => Promise<Answer>): Promise<Answer> {
    try {
      return await whileDatabaseIsAvailable(handle);
    } catch (error) {
      if (error instanceof ProtocolViolation) throw error;
      log.error({ err: error, topic: uplink.topic }, "an uplink could not be handled");
      return { code: alinkCode.serverError };
    }
  }

  return {
    commit,
    answer,
    whileDatabaseIsAvailable,

    /** A topic whose requests are answered at `{topic}_reply`, each after what it left is committed. */
    request(
      topic: string,
      kind: MessageKind,
      handle: (request: AlinkRequest, uplink: Uplink) => Promise<Answer>,
    ): UplinkRoute {
      return {
        topic,
        async handle(uplink) {
          const read = parseRequest(uplink.payload);
          if (!read.ok) {
            await commit(uplink, kind, alinkCode.badRequest);
            return answer(uplink, read.id, { code: alinkCode.badRequest, message: read.reason });
          }
          const given = await handleOrFail(uplink, () => handle(read.value, uplink));
          const code = await commit(uplink, kind, given.code, given.store, given.others);
          if (read.value.wantsReply) answer(uplink, read.value.id, code === given.code ? given : { code });
        },
      };
    },
  };
}

/** `thing.event.property.post` of `/sys/{pk}/{dn}/thing/event/property/post`; "" for topics that have none. */
function methodOf(topic: string): string {
  const at = topic.indexOf("/thing/");
  return at < 0 ? "" : topic.slice(at + 1).replaceAll("/", ".");
}

function messageOf(code: AlinkCode): string {
  if (code === alinkCode.success) return "success";
  return code === alinkCode.serverError ? "the message could not be stored" : "refused";
}
