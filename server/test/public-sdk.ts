// @ts-expect-error The SDK brings no types of its own.
import untyped from "alibabacloud-iot-device-sdk";
import { afterEach } from "vitest";
import type { Credentials } from "./test-device.ts";

/** What is used of the public JavaScript SDK, which brings no types of its own. */
export type Answer = { id: string; code: number; data: unknown };
export type Downlink = { id: string; params: Record<string, unknown>; method: string };
export type SdkDevice = {
  on(event: "connect" | "error", listener: (what: unknown) => void): void;
  on(event: "message", listener: (topic: string, payload: Buffer) => void): void;
  postProps(params: unknown, done: (answer: Answer) => void): void;
  postEvent(event: string, params: unknown, done: (answer: Answer) => void): void;
  onProps(listener: (downlink: Downlink) => void): void;
  onService(
    service: string,
    listener: (downlink: Downlink, reply: (answer: unknown, kind?: "sync" | "async") => void) => void,
  ): void;
  postTags(tags: unknown, done: (answer: Answer) => void): void;
  deleteTags(keys: string[], done: (answer: Answer) => void): void;
  getConfig(done: (answer: Answer) => void): void;
  onConfig(listener: (push: Downlink) => void): void;
  getShadow(): void;
  postShadow(reported: unknown): void;
  deleteShadow(keys?: string | string[]): void;
  onShadow(listener: (message: Record<string, unknown>) => void): void;
  publish(topic: string, payload: string): void;
  subscribe(topic: string, done: (error: unknown, granted: unknown) => void): void;
  unsubscribe(topic: string, done: (error: unknown) => void): void;
  end(force: boolean): void;
};

type Registration = {
  productKey: string;
  productSecret: string;
  deviceName: string;
  registerURL: string;
};

type Sdk = {
  device(options: unknown): SdkDevice;
  register(options: Registration, done: (answer: Record<string, unknown>) => void): void;
};

export const publicSdk: Sdk = untyped;

/** Starts devices of an SDK against a broker and ends them after each test. */
export function useSdk(sdk: Pick<Sdk, "device">, brokerUrl: () => string) {
  const open: SdkDevice[] = [];
  afterEach(() => {
    for (const device of open.splice(0)) device.end(true);
  });

  function start({ productKey, deviceName, deviceSecret }: Credentials): SdkDevice {
    const device = sdk.device({ productKey, deviceName, deviceSecret, brokerUrl: `${brokerUrl()}/` });
    open.push(device);
    return device;
  }

  return {
    start,
    /** Resolves once it is connected. */
    async connect(credentials: Credentials): Promise<SdkDevice> {
      const device = start(credentials);
      await new Promise<void>((resolve, reject) => {
        device.on("connect", () => resolve());
        device.on("error", (error) => reject(new Error(String(error))));
      });
      return device;
    },
  };
}
