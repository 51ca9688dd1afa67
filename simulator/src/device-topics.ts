import type { TopicOwner } from "@tracewater/alink/topics";

/** Topics a device sends to. */
export const uplinkTopic = {
  properties: (d: TopicOwner) => `${system(d)}thing/event/property/post`,
  event: (d: TopicOwner, event: string) => `${system(d)}thing/event/${event}/post`,
  version: (d: TopicOwner) => `/ota/device/inform/${d.productKey}/${d.deviceName}`,
  progress: (d: TopicOwner) => `/ota/device/progress/${d.productKey}/${d.deviceName}`,
  clock: (d: TopicOwner) => `/ext/ntp/${d.productKey}/${d.deviceName}/request`,
};

export function system(d: TopicOwner): string {
  return `/sys/${d.productKey}/${d.deviceName}/`;
}
