import { type Connection, createConnection, type DeviceIdentity } from "./connection.ts";
import { uplinkTopic } from "./device-topics.ts";
import { type Command, readDownlink } from "./downlink.ts";
import type { FirmwareOffer } from "./firmware/offer.ts";
import type { Params, Reply } from "./instruments/instrument.ts";
import type { Priority } from "./outbox.ts";
import { createPlatformClock, type PlatformClock } from "./platform-clock.ts";
import type { Scheduler } from "./scheduler.ts";
import { createUplinkDelivery } from "./uplink-delivery.ts";
import type { UploadOffer } from "./upload.ts";

/** A device that speaks Alink: posts that are kept until `post_reply`, replies to commands, the platform's clock. */
export type DeviceClient = {
  readonly connection: Connection;
  postProperties(params: Params, time: number, priority: Priority): void;
  postEvent(event: string, params: Params, time: number, priority: Priority): void;
  reply(command: Command, reply: Reply): void;
  /** Kept until its PUBACK. */
  publish(id: string, topic: string, payload: string): void;
  /** Which firmware runs. */
  reportVersion(version: string): void;
  reportProgress(step: number, sentence: string, module: string | null): void;
  askClock: PlatformClock["ask"];
  setHeld(held: boolean): void;
};

export type DeviceClientMade = {
  identity: DeviceIdentity;
  url: string;
  seed: number;
  /** Messages the offline buffer holds. */
  capacity: number;
  scheduler: Scheduler;
  onConnected(): void;
  onCommand(command: Command): void;
  onUpgrade(offer: FirmwareOffer): void;
  /** The platform wants the file that an event announced. */
  onOffer(offer: UploadOffer): void;
  /** Besides readings and commands; true where it was meant. */
  onOtherMessage?: (topic: string, payload: Buffer) => boolean;
  /** A post has been kept by the platform. */
  onKept(): void;
  log(sentence: string): void;
};

const version = "1.0";

export function createDeviceClient(made: DeviceClientMade): DeviceClient {
  const { identity, scheduler } = made;
  let nextId = 1;
  let nextFirmwareId = 1;
  const connection = createConnection({
    ...made,
    onUp() {
      made.onConnected();
      delivery.connectionUp();
    },
    onDown: () => delivery.connectionDown(),
    onMessage: onMessage,
    onTrouble: (reason) => made.log(`No connection: ${reason}.`),
  });
  const delivery = createUplinkDelivery({ ...made, connection });
  const clock = createPlatformClock(scheduler, (payload) =>
    connection.send(uplinkTopic.clock(identity), payload, 0),
  );

  function onMessage(topic: string, payload: Buffer): void {
    if (made.onOtherMessage?.(topic, payload)) return;
    const downlink = readDownlink(identity, topic, payload);
    if (downlink?.kind === "postReply") {
      delivery.finish(downlink);
      if (downlink.offer !== null) made.onOffer(downlink.offer);
    } else if (downlink?.kind === "clock") clock.onMessage(downlink);
    else if (downlink?.kind === "command") made.onCommand(downlink.command);
    else if (downlink?.kind === "upgrade") made.onUpgrade(downlink.offer);
    else if (downlink?.kind === "unreadable") made.log(downlink.reason);
  }

  function post(topic: string, method: string, params: unknown, priority: Priority): void {
    const id = String(nextId++);
    const payload = JSON.stringify({ id, version, sys: { ack: 1 }, params, method });
    delivery.add({ id, topic, payload, waitsFor: "ackAndReply" }, priority);
  }

  /** Alink answers neither: the PUBACK says that it is kept. */
  function reportFirmware(topic: string, params: Record<string, unknown>): void {
    const id = `ota-${nextFirmwareId++}`;
    const payload = JSON.stringify({ id, params });
    delivery.add({ id, topic, payload, waitsFor: "ack" }, "urgent");
  }

  return {
    connection,
    postProperties(params, time, priority) {
      const timed: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(params)) timed[name] = { value, time };
      post(uplinkTopic.properties(identity), "thing.event.property.post", timed, priority);
    },
    postEvent(event, params, time, priority) {
      const method = `thing.event.${event}.post`;
      post(uplinkTopic.event(identity, event), method, { value: params, time }, priority);
    },
    reply(command, { code, data, message }) {
      if (!command.wantsReply) return;
      const method = command.method ?? undefined;
      const payload = JSON.stringify({ id: command.id, code, data, message, method, version });
      const id = `reply-${nextId++}`;
      delivery.add({ id, topic: command.replyTopic, payload, waitsFor: "ack" }, "urgent");
    },
    publish: (id, topic, payload) => delivery.add({ id, topic, payload, waitsFor: "ack" }, "regular"),
    reportVersion: (running) => reportFirmware(uplinkTopic.version(identity), { version: running }),
    reportProgress(step, desc, module) {
      const own = module === null ? {} : { module };
      reportFirmware(uplinkTopic.progress(identity), { step: String(step), desc, ...own });
    },
    askClock: clock.ask,
    setHeld: delivery.setHeld,
  };
}
