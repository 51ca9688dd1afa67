import { Readable } from "node:stream";
import { Aedes, type AedesOptions } from "aedes";
import { writeToStream } from "mqtt-packet";

// A buffer for each number of 16 bits, made in advance: 65,536 objects that every collection of the heap looks at.
writeToStream.cacheNumbers = false;

/**
 * Aedes as a terminal of devices, not as a switchboard between them: nothing that is published is fanned out,
 * retained or queued here. Uplinks end in the database, downlinks are written to the device's own connection.
 */
export class DeviceBroker extends Aedes {
  constructor(options: AedesOptions) {
    super({ ...options, persistence: createNoPersistence() });
  }

  override publish(_packet: unknown, clientOrDone: unknown, done?: unknown): void {
    const finish = typeof clientOrDone === "function" ? clientOrDone : done;
    if (typeof finish === "function") setImmediate(() => finish());
  }

  override subscribe(_topic: string, _deliver: unknown, done: () => void): void {
    setImmediate(done);
  }

  override unsubscribe(_topic: string, _deliver: unknown, done?: () => void): void {
    if (done !== undefined) setImmediate(done);
  }
}

/**
 * What Aedes asks of a store of sessions. Every session is clean, so there is nothing to keep but the
 * identifiers of QoS 2 publishes between PUBLISH and PUBREL.
 */
function createNoPersistence() {
  const openQos2 = new WeakMap<object, Map<number, unknown>>();
  type Identified = { messageId: number };
  return {
    async setup() {},
    async cleanSubscriptions(client: object) {
      return client;
    },
    async subscriptionsByClient() {
      return [];
    },
    async subscriptionsByTopic() {
      return [];
    },
    async addSubscriptions(client: object) {
      return client;
    },
    async removeSubscriptions(client: object) {
      return client;
    },
    async storeRetained() {},
    createRetainedStreamCombi: () => Readable.from([]),
    async outgoingEnqueue() {},
    async outgoingEnqueueCombi() {},
    async outgoingUpdate(client: object, packet: object) {
      return { client, packet };
    },
    /** Aedes hands what this returns to its `ack` event: the PUBACK itself, which carries the message id. */
    async outgoingClearMessageId(_client: object, packet: object) {
      return packet;
    },
    outgoingStream: () => Readable.from([]),
    async incomingStorePacket(client: object, packet: Identified) {
      const open = openQos2.get(client) ?? new Map();
      openQos2.set(client, open.set(packet.messageId, packet));
    },
    async incomingGetPacket(client: object, packet: Identified) {
      const found = openQos2.get(client)?.get(packet.messageId);
      if (found === undefined) throw new Error("unknown packet type");
      return found;
    },
    async incomingDelPacket(client: object, packet: Identified) {
      openQos2.get(client)?.delete(packet.messageId);
    },
    async cleanIncoming(client: object) {
      openQos2.delete(client);
    },
    async putWill() {},
    async getWill() {},
    async delWill() {},
    streamWill: () => Readable.from([]),
    async destroy() {},
  };
}
