/** Topics of the device link. `P` stands for `/sys/{productKey}/{deviceName}`. */

export type Uplink =
  | { kind: "propertyPost"; replyTopic: string }
  | { kind: "eventPost"; event: string; replyTopic: string }
  | { kind: "propertySetReply" }
  | { kind: "propertyGetReply" }
  | { kind: "serviceReply"; service: string }
  | { kind: "rrpcResponse"; messageId: string }
  | { kind: "ntpRequest"; replyTopic: string };

export type TopicOwner = { productKey: string; deviceName: string };

export type ReadTopic =
  | { kind: "foreign" }
  | { kind: "unknown"; replyTopic: string | null }
  | { kind: "uplink"; uplink: Uplink };

/** Says what a publish of this device means; `foreign` where the topic is another device's. */
export function readUplinkTopic(topic: string, owner: TopicOwner): ReadTopic {
  const system = `/sys/${owner.productKey}/${owner.deviceName}/`;
  if (topic.startsWith(system)) return readSystemTopic(topic, topic.slice(system.length));
  if (topic === `/ext/ntp/${owner.productKey}/${owner.deviceName}/request`) {
    return {
      kind: "uplink",
      uplink: { kind: "ntpRequest", replyTopic: topic.replace(/request$/, "response") },
    };
  }
  return isOwnTopic(topic, owner) ? { kind: "unknown", replyTopic: null } : { kind: "foreign" };
}

/** True where the topic, or the subscription filter, names this device alone and holds no wildcard before its name. */
export function isOwnTopic(topic: string, owner: TopicOwner): boolean {
  const marker = `/${owner.productKey}/${owner.deviceName}`;
  const at = topic.indexOf(marker);
  if (at < 0) return false;
  const before = topic.slice(0, at);
  const after = topic.slice(at + marker.length);
  return !/[+#]/.test(before) && (after === "" || after.startsWith("/"));
}

export const downlinkTopic = {
  propertySet: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/service/property/set`,
  propertyGet: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/service/property/get`,
  service: (d: TopicOwner, service: string) =>
    `/sys/${d.productKey}/${d.deviceName}/thing/service/${service}`,
  rrpc: (d: TopicOwner, messageId: string) =>
    `/sys/${d.productKey}/${d.deviceName}/rrpc/request/${messageId}`,
};

function readSystemTopic(topic: string, rest: string): ReadTopic {
  if (rest === "thing/event/property/post") {
    return uplink({ kind: "propertyPost", replyTopic: `${topic}_reply` });
  }
  const event = /^thing\/event\/([^/]+)\/post$/.exec(rest)?.[1];
  if (event !== undefined) return uplink({ kind: "eventPost", event, replyTopic: `${topic}_reply` });
  if (rest === "thing/service/property/set_reply") return uplink({ kind: "propertySetReply" });
  if (rest === "thing/service/property/get_reply") return uplink({ kind: "propertyGetReply" });
  const service = /^thing\/service\/([^/]+)_reply$/.exec(rest)?.[1];
  if (service !== undefined) return uplink({ kind: "serviceReply", service });
  const messageId = /^rrpc\/response\/([^/]+)$/.exec(rest)?.[1];
  if (messageId !== undefined) return uplink({ kind: "rrpcResponse", messageId });
  return { kind: "unknown", replyTopic: rest.endsWith("_reply") ? null : `${topic}_reply` };
}

function uplink(value: Uplink): ReadTopic {
  return { kind: "uplink", uplink: value };
}
