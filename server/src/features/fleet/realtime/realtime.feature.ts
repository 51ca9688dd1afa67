import { realtime } from "@tracewater/contract/fleet/realtime";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { CallInput, Serve } from "../../../platform/http/serve-call.ts";
import type { SystemEvents } from "../../system/system-events.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { createEventHistory, type EventAbout, type KeptEvent } from "./event-history.ts";
import { liveAccessOf } from "./live-access.ts";
import { createLiveChannels, newestOf } from "./live-channel.ts";
import { createLiveStream, type LiveStream } from "./live-stream.ts";

/** Whose stream it is. */
type Listener = { sessionId: string; userId: number };

/** How long events are kept for a stream that broke off and may come back. */
const lingerMs = 60_000;
/** A browser needs one for all of its tabs; each costs a look at every event. */
const maxStreamsPerUser = 20;
/** Who was refused just now is refused again without a look at their session, until a stream of theirs ends. */
const refusedMs = 2_000;
const maxRefused = 1_000;
/** About fifteen thousand events: seconds of a busy fleet, hours of a quiet one. A look through them takes 15 ms. */
const historyLimits = { maxBytes: 4 * 1024 * 1024 };

/**
 * Live updates as server-sent events: each stream names its topics and gets what lies in its data scope. The
 * last few thousand events are kept, so that a stream that broke off goes on where it was.
 */
export function createRealtime(options: {
  events: EventBus<FleetEvents>;
  systemEvents: EventBus<SystemEvents>;
  now: () => number;
  /** Asked again while a stream is open: a session that ended ends its streams, another role narrows them. */
  currentCaller: (request: FastifyRequest) => Promise<Caller | null>;
}) {
  const { events, now } = options;
  const streams = new Map<LiveStream, Listener>();
  const channels = createLiveChannels();
  const history = createEventHistory(historyLimits);
  const refused = new Map<string, { userId: number; until: number }>();
  const stopListening: (() => void)[] = [];
  let lingering: NodeJS.Timeout | null = null;

  function hasAll(userId: number): boolean {
    let own = 0;
    for (const listener of streams.values()) if (listener.userId === userId) own += 1;
    return own >= maxStreamsPerUser;
  }

  function refuse(userId: number, { headers }: FastifyRequest): AppError {
    if (refused.size >= maxRefused) refused.clear();
    if (headers.authorization !== undefined)
      refused.set(headers.authorization, { userId, until: now() + refusedMs });
    return tooManyStreams();
  }

  function turnAway({ headers }: FastifyRequest): void {
    const known = refused.get(headers.authorization ?? "");
    if (known === undefined) return;
    // A clock that went back makes it old too.
    const isFresh = now() < known.until && known.until - now() <= refusedMs;
    if (isFresh && hasAll(known.userId)) throw tooManyStreams();
    refused.delete(headers.authorization ?? "");
  }

  function publish(about: EventAbout, event: KeptEvent): void {
    channels.offer(history.add(about, event));
  }

  /** Nobody is notified anything before the first stream is there; a while after the last one the history ends. */
  function beginListening(): void {
    if (lingering !== null) clearTimeout(lingering);
    lingering = null;
    if (stopListening.length > 0) return;
    stopListening.push(
      events.on("values.stored", ({ deviceId, unitId, typeKey, values }) =>
        publish(
          { deviceId, unitId, typeKey },
          { type: "values", deviceId, typeKey, values: newestOf(values) },
        ),
      ),
      events.on("connection.changed", ({ deviceId, unitId, typeKey, connection }) =>
        publish({ deviceId, unitId, typeKey }, { type: "connection", deviceId, typeKey, connection }),
      ),
      events.on("command.changed", ({ deviceId, unitId, typeKey, command }) =>
        publish({ deviceId, unitId, typeKey }, { type: "command", deviceId, command }),
      ),
      events.on("upgrade.changed", ({ deviceId, unitId, typeKey, upgrade }) =>
        publish({ deviceId, unitId, typeKey }, { type: "upgrade", deviceId, upgrade }),
      ),
      events.on("batch.changed", ({ batchId, unitId, typeKey }) =>
        publish({ deviceId: null, unitId, typeKey }, { type: "batch", batchId }),
      ),
      events.on("event.stored", ({ deviceId, unitId, typeKey, identifier, at, params }) =>
        publish({ deviceId, unitId, typeKey }, { type: "event", deviceId, identifier, at, params }),
      ),
      events.on("alarm.changed", ({ deviceId, unitId, typeKey, alarmId, change, severity, isOpen }) =>
        publish(
          { deviceId, unitId, typeKey },
          { type: "alarm", deviceId, alarmId, change, severity, isOpen },
        ),
      ),
      events.on("message.logged", ({ deviceId, unitId, typeKey, at, direction, kind, topic, payload }) =>
        publish(
          { deviceId, unitId, typeKey },
          { type: "message", deviceId, at, direction, kind, topic, payload },
        ),
      ),
    );
  }

  function endListening(): void {
    for (const stop of stopListening.splice(0)) stop();
    history.clear();
  }

  // What changes while a browser takes up another stream is reported by the next greeting.
  const changedAt = new Map<number | "all", number>([["all", now()]]);
  const accessAt = (userId: number) => Math.max(changedAt.get("all") ?? 0, changedAt.get(userId) ?? 0);

  const stopAccess = [
    options.systemEvents.on("access.changed", ({ userIds }) => {
      for (const userId of userIds === "all" ? (["all"] as const) : userIds) changedAt.set(userId, now());
      for (const [stream, { userId }] of streams) {
        // Where the database is unavailable the stream's next beat looks again.
        if (userIds === "all" || userIds.includes(userId)) stream.reviewAccess().catch(() => undefined);
      }
    }),
    options.systemEvents.on("sessions.ended", ({ sessionIds }) => {
      for (const [stream, { sessionId }] of streams) {
        if (sessionIds.includes(sessionId)) stream.endSession();
      }
    }),
    options.systemEvents.on("notice.published", () => {
      for (const stream of streams.keys()) stream.sendNotice();
    }),
  ];

  return {
    routes(serve: Serve): void {
      const open = async ({ query, request, reply }: CallInput<typeof realtime>, caller: Caller) => {
        if (hasAll(caller.userId)) throw refuse(caller.userId, request);
        reply.hijack();
        beginListening();
        const lastEventId = String(request.headers["last-event-id"] ?? "");
        const stream = createLiveStream({
          socket: reply.raw,
          headers: reply.getHeaders(),
          channels,
          topics: query.topics,
          access: liveAccessOf(caller),
          missed: history.since(lastEventId),
          lastId: history.lastId,
          now,
          accessAt: accessAt(caller.userId),
          currentAccess: async () => {
            const current = await options.currentCaller(request);
            if (current === null) return null;
            return current.hasValidLicense ? liveAccessOf(current) : "licenseExpired";
          },
        });
        streams.set(stream, { sessionId: caller.sessionId, userId: caller.userId });
        reply.raw.once("close", () => {
          streams.delete(stream);
          stream.end();
          if (streams.size === 0) lingering = setTimeout(endListening, lingerMs).unref();
        });
      };
      serve.stream(realtime, open, turnAway);
    },

    async stop(): Promise<void> {
      endListening();
      for (const stop of stopAccess) stop();
      for (const stream of streams.keys()) stream.end();
    },
  };
}

function tooManyStreams(): AppError {
  return new AppError("refused", {
    en: `A user can have at most ${maxStreamsPerUser} live connections. Close some browsers and try again.`,
    zh: `每个用户最多可保持 ${maxStreamsPerUser} 个实时连接，请关闭部分浏览器后重试。`,
  });
}
