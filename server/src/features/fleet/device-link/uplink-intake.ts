import type { Log } from "../../../platform/log.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import type { PublishedPacket } from "./link-broker.ts";
import { maxWaitingBytes } from "./open-uplinks.ts";
import type { UplinkContext } from "./uplink-context.ts";
import { LinkLetGo, type UplinkRoute } from "./uplink-route.ts";
import { createUplinkRouter, refuseHasty, type SubDeviceRules } from "./uplink-router.ts";
import { uplinkTable } from "./uplink-table.ts";

const maxWaiting = 100_000;

/** Takes the messages of devices, at the pace that each may have, to the routes of their topics. */
export function createUplinkIntake(
  options: Parameters<typeof uplinkTable>[0] & {
    context: UplinkContext;
    telemetry: TelemetryService;
    pause: (ms: number) => Promise<void>;
    isStopping: () => boolean;
    now: () => number;
    log: Log;
  },
) {
  const { context, telemetry, pause, isStopping, now } = options;
  const routes: UplinkRoute[] = uplinkTable(options);
  let handleUplink = createUplinkRouter([], context, async () => false);

  return {
    async receive(device: ConnectedDevice, packet: PublishedPacket): Promise<void> {
      if (telemetry.waiting() > maxWaiting || telemetry.waitingBytes() > maxWaitingBytes)
        throw new LinkLetGo("too many uplinks are waiting for the database");
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      const { topic, qos, dup, messageId = null } = packet;
      const published = { topic, payload, qos, dup, messageId };
      const { verdict, delayMs } = device.limiter.take(now());
      const owedMs = device.bytes.owe(payload.length + topic.length, now());
      if (delayMs > 0 || owedMs > 0) await pause(Math.max(delayMs, owedMs));
      if (isStopping()) throw new LinkLetGo("the platform is stopping"); // not acknowledged: the device sends it again
      await (verdict === "pass" ? handleUplink(device, published) : refuseHasty(device, published));
    },

    /** Adds a feature's topics; before it opens. */
    serve(more: readonly UplinkRoute[]): void {
      routes.push(...more);
    },

    /** The shapes of all topics on which devices are heard. */
    uplinkTopics: (): string[] => routes.map((route) => route.topic),

    open({ mayLogIn }: Pick<SubDeviceRules, "mayLogIn">): void {
      handleUplink = createUplinkRouter(routes, context, mayLogIn);
    },
  };
}
