import { alinkCode } from "@tracewater/alink/codes";
import { parseRequest } from "@tracewater/alink/envelope";
import { createTopicTable } from "@tracewater/alink/topic-table";
import { readTopic, type TopicOwner } from "@tracewater/alink/topics";
import { type ConnectedDevice, speakerOf } from "./connected-device.ts";
import type { UplinkContext } from "./uplink-context.ts";
import { ProtocolViolation, type Published, type Uplink, type UplinkRoute } from "./uplink-route.ts";

/** What the link has to know of gateways' trees. */
export type SubDeviceRules = {
  mayLogIn: MayLogIn;
  /** Behind which gateway a device is; null for none. */
  assignmentOf(deviceId: number): Promise<{ gatewayId: number; owner: TopicOwner } | null>;
};

/** Whether a device that is not logged in is one that may log in through this gateway. */
type MayLogIn = (connection: ConnectedDevice, owner: TopicOwner) => Promise<boolean>;

/**
 * Takes one publish of a device to the route of its topic. It resolves when the PUBACK may go; it rejects where the
 * connection is to be closed without one.
 */
export function createUplinkRouter(
  routes: readonly UplinkRoute[],
  context: UplinkContext,
  mayLogIn: MayLogIn,
) {
  const table = createTopicTable(routes.map((route) => [route.topic, route] as const));

  async function refuse(uplink: Uplink, code: 520 | 6203, message: string): Promise<void> {
    await context.commit(uplink, "other", code);
    // Of topics that are replies themselves nobody waits for an answer, and system topics alone have replies.
    if (uplink.topic.endsWith("_reply") || !uplink.topic.startsWith("/sys/")) return;
    const request = parseRequest(uplink.payload);
    context.answer(uplink, request.ok ? request.value.id : request.id, { code, message });
  }

  return async function handle(connection: ConnectedDevice, published: Published): Promise<void> {
    const named = readTopic(published.topic);
    if (named === null)
      throw new ProtocolViolation(`a publish to a topic that belongs to no device: ${published.topic}`);
    const device = speakerOf(connection, named.owner);
    if (device === null) {
      if (!(await context.whileDatabaseIsAvailable(() => mayLogIn(connection, named.owner))))
        throw new ProtocolViolation(`a publish to another device's topic: ${published.topic}`);
      const uplink = { device: connection, connection, captured: "", ...published };
      return refuse(uplink, alinkCode.subDeviceNotLoggedIn, "the sub-device is not logged in");
    }
    const found = table.find(named.shape);
    // The spread last, here and for all that is made for each post: decision 0132.
    const uplink = { device, connection, captured: found?.captured ?? "", ...published };
    if (found === null) return refuse(uplink, alinkCode.badTopic, "unknown topic");
    return found.entry.handle(uplink);
  };
}

/** The answer to who sends too fast: nothing is kept of it. Replies and what is no system topic get none. */
export function refuseHasty(connection: ConnectedDevice, { topic, payload }: Published): void {
  const named = readTopic(topic);
  const device = named === null ? null : speakerOf(connection, named.owner);
  if (device === null) throw new ProtocolViolation(`a publish to another device's topic: ${topic}`);
  if (topic.endsWith("_reply") || !topic.startsWith("/sys/")) return;
  const request = parseRequest(payload);
  const id = request.ok ? request.value.id : request.id;
  const body = { id, code: alinkCode.tooMany, method: "", message: "too many messages", data: {} };
  device.publish(`${topic}_reply`, JSON.stringify({ ...body, version: "1.0" }), null);
}
