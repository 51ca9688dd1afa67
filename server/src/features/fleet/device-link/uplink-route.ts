import type { ConnectedDevice, LinkedDevice } from "./connected-device.ts";

/*
 * How a topic gets its handler.
 *
 * - An uplink is one route: the shape of its topic, `{}` in the device's place, at most one level caught by name
 *   (`/sys/{}/thing/event/{event}/post`), and what is done with what arrives there. One file per purpose exports its
 *   routes. Those that the link answers by itself are in `uplinks/` and are listed in `uplink-table.ts`; a feature
 *   of the fleet brings its own with `link.serve(routes)` before the link starts. Two routes of one topic throw then.
 * - Most uplinks are a request with a reply: `desk.request(topic, kind, handle)` makes such a route. It reads the
 *   envelope (400), waits for `handle`, commits the message log, and answers at `{topic}_reply`. What `handle` writes
 *   is held while the database is unavailable, so it has to be safe to run again.
 * - `uplink.device` is whose topic it is: the connection's own device, or a sub-device of `connection.subDevices`.
 *   A gateway's feature fills that map, and reports with `link.serveSubDevices` which others may log in (520, not 6203).
 * - When a route resolves, the PUBACK may go; when it rejects, the connection is closed without one. Throw
 *   `ProtocolViolation` for what is the device's own fault.
 * - A downlink is a topic and a payload: `link.send(deviceId, { topic, payload, token })`. With a token it goes at
 *   QoS 1 and its PUBACK reaches the listeners of `link.listen`; tokens begin with a word of their feature
 *   (commands: digits alone). Replies to downlinks have ids, and reach all listeners too: each takes its own.
 */

/** What a device published. */
export type Published = {
  topic: string;
  payload: Buffer;
  qos: number;
  dup: boolean;
  messageId: number | null;
};

/** A publish on its way through its route. */
export type Uplink = Published & {
  device: LinkedDevice;
  connection: ConnectedDevice;
  /** What the route's pattern caught; "" where it catches nothing. */
  captured: string;
};

export type UplinkRoute = { topic: string; handle(uplink: Uplink): Promise<void> };

/** A breach that ends the connection: nothing was acknowledged. */
export class ProtocolViolation extends Error {}

/** The connection ends, and the device could do nothing for it. */
export class LinkLetGo extends ProtocolViolation {}
