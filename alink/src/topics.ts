/**
 * Topics of the device link. Each names one device; what is left with `{}` in that device's place is the topic's
 * shape, and shapes are what tables of handlers are keyed by. Where a topic names its device depends on its head.
 */
export type TopicOwner = { productKey: string; deviceName: string };

/** Whose topic, and of which shape: `/sys/{}/thing/event/property/post`. */
export type NamedTopic = { owner: TopicOwner; shape: string };

/** What is before the device's name; the last one is that of a product's own topics, `/{pk}/{dn}/user/...`. */
const heads = [
  "/sys/",
  "/shadow/update/",
  "/shadow/get/",
  "/ext/ntp/",
  "/ext/session/",
  "/ext/error/",
  "/ota/device/inform/",
  "/ota/device/progress/",
  "/ota/device/upgrade/",
  "/ota/device/request/",
  "/",
] as const;

/** Which device a topic names; null where it names none, or holds a wildcard or NUL (MQTT 3.1.1, 4.7.3). */
export function readTopic(topic: string): NamedTopic | null {
  return ["+", "#", "\0"].some((sign) => topic.includes(sign)) ? null : splitTopic(topic);
}

/** Whose topics a subscription filter asks for: wildcards are after the device's name or not at all; null otherwise. */
export function ownerOfFilter(filter: string): TopicOwner | null {
  const owner = splitTopic(filter)?.owner;
  return owner === undefined || /[+#]/.test(ownerKey(owner)) ? null : owner;
}

/** How a device is called where both its names are needed as one key. */
export function ownerKey(owner: TopicOwner): string {
  return `${owner.productKey}/${owner.deviceName}`;
}

function splitTopic(topic: string): NamedTopic | null {
  const head = heads.find((one) => topic.startsWith(one));
  if (head === undefined) return null;
  const middle = topic.indexOf("/", head.length);
  if (middle <= head.length) return null;
  const end = topic.indexOf("/", middle + 1);
  const deviceName = end < 0 ? topic.slice(middle + 1) : topic.slice(middle + 1, end);
  if (deviceName === "") return null;
  const rest = end < 0 ? "" : topic.slice(end);
  return { owner: { productKey: topic.slice(head.length, middle), deviceName }, shape: `${head}{}${rest}` };
}

export const downlinkTopic = {
  propertySet: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/service/property/set`,
  propertyGet: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/service/property/get`,
  service: (d: TopicOwner, service: string) =>
    `/sys/${d.productKey}/${d.deviceName}/thing/service/${service}`,
  rrpc: (d: TopicOwner, messageId: string) =>
    `/sys/${d.productKey}/${d.deviceName}/rrpc/request/${messageId}`,
  disable: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/disable`,
  enable: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/enable`,
  delete: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/delete`,
  configPush: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/config/push`,
  logConfigPush: (d: TopicOwner) => `/sys/${d.productKey}/${d.deviceName}/thing/config/log/push`,
  firmwareUpgrade: (d: TopicOwner) => `/ota/device/upgrade/${d.productKey}/${d.deviceName}`,
  shadow: (d: TopicOwner) => `/shadow/get/${d.productKey}/${d.deviceName}`,
};
