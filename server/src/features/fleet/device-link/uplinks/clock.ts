import type { UplinkRoute } from "../uplink-route.ts";

/** The device asks what time it is: its own moment echoed, and the server's two. Nothing of it is kept. */
export function clock(now: () => number): UplinkRoute {
  return {
    topic: "/ext/ntp/{}/request",
    async handle({ topic, payload, device }) {
      const serverRecvTime = String(now());
      const sent = /"deviceSendTime"\s*:\s*("?)(\d{1,16})\1/.exec(payload.toString("utf8"))?.[2] ?? "0";
      const body = { deviceSendTime: sent, serverRecvTime, serverSendTime: String(now()) };
      device.publish(topic.replace(/request$/, "response"), JSON.stringify(body), null);
    },
  };
}
