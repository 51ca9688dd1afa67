import type { TopicOwner } from "@tracewater/alink/topics";
import { z } from "zod";
import { system } from "./device-topics.ts";
import type { Params } from "./instruments/instrument.ts";

/**
 * What a device reports of itself alongside its readings: attributes and its shadow once after its start, and its own
 * log while the platform wants it.
 */
export type Twin = {
  comeUp(nowMs: number): void;
  /** True where the message was about these things. */
  onMessage(topic: string, payload: Buffer): boolean;
  note(level: "INFO" | "WARN", module: string, content: string, nowMs: number): void;
};

const version = "1.0";
const maxWaiting = 50;

const logSetting = z.object({ content: z.object({ mode: z.coerce.number() }) });
const logPush = z.object({ params: logSetting });
const logReply = z.object({ data: logSetting });
export function createTwin(made: {
  identity: TopicOwner;
  /** Named values that seldom change, as they are now. */
  attributes(): Record<string, string>;
  settings(): Params;
  send(id: string, topic: string, payload: string): void;
}): Twin {
  const { identity } = made;
  const prefix = system(identity);
  const shadow = `/${identity.productKey}/${identity.deviceName}`;
  const answers = new Set(
    ["thing/deviceinfo/update_reply", "thing/log/post_reply"].map((path) => prefix + path),
  );
  let nextId = 1;
  let isLogged: boolean | null = null;
  let waiting: object[] = [];
  let reported = 0;

  function request(path: string, method: string, params: unknown): void {
    const id = `twin-${nextId++}`;
    made.send(id, `${prefix}${path}`, JSON.stringify({ id, version, sys: { ack: 1 }, params, method }));
  }

  function reportShadow(nowMs: number): void {
    // Alink: the version comes from the device and has to rise; the JS SDK takes the clock.
    reported = Math.max(reported + 1, nowMs);
    const state = { reported: made.settings() };
    const message = { method: "update", state, version: reported };
    made.send(`twin-${nextId++}`, `/shadow/update${shadow}`, JSON.stringify(message));
  }

  function setLogged(isOn: boolean): void {
    isLogged = isOn;
    const lines = waiting;
    waiting = [];
    if (isOn && lines.length > 0) request("thing/log/post", "thing.log.post", lines);
  }

  return {
    comeUp(nowMs) {
      const attributes = Object.entries(made.attributes());
      const params = attributes.map(([attrKey, attrValue]) => ({ attrKey, attrValue }));
      request("thing/deviceinfo/update", "thing.deviceinfo.update", params);
      reportShadow(nowMs);
      const asked = { configScope: "device", getType: "content" };
      request("thing/config/log/get", "thing.config.log.get", asked);
    },

    onMessage(topic, payload) {
      const json = parse(payload);
      if (topic === `${prefix}thing/config/log/get_reply`) {
        const read = logReply.safeParse(json);
        if (read.success) setLogged(read.data.data.content.mode === 1);
      } else if (topic === `${prefix}thing/config/log/push`) {
        const read = logPush.safeParse(json);
        if (read.success) setLogged(read.data.params.content.mode === 1);
      } else {
        // What is wished reaches a simulated device as a property set: its shadow is reported and not obeyed.
        return topic === `/shadow/get${shadow}` || answers.has(topic);
      }
      return true;
    },

    note(level, module, content, nowMs) {
      if (isLogged === false) return;
      const line = { utcTime: String(nowMs), logLevel: level, module, code: "", traceContext: "" };
      const whole = { ...line, logContent: content };
      if (isLogged) request("thing/log/post", "thing.log.post", [whole]);
      else waiting = [...waiting, whole].slice(-maxWaiting);
    },
  };
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}
