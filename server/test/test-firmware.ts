import { addFirmware } from "@tracewater/contract/fleet/firmware";
import { addFirmwareBatch } from "@tracewater/contract/fleet/firmware-upgrades";
import { listProducts } from "@tracewater/contract/fleet/products";
import type { TestDevice } from "./test-device.ts";
import { bearer, note, type Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A file that is distinguished from every other by its first bytes. */
export function firmwareFile(name: string, size = 40_000): Buffer {
  return Buffer.concat([Buffer.from(name), Buffer.alloc(size - name.length, 7)]);
}

export async function productOf(platform: TestPlatform, typeKey: string): Promise<number> {
  const { data } = await platform.call(listProducts, {}, await platform.admin());
  return data.find((one) => one.typeKey === typeKey)?.productId ?? 0;
}

/** Uploads a version; gives the whole answer, refused or not. */
export async function uploadFirmware(
  platform: TestPlatform,
  query: Record<string, string>,
  file: Buffer,
  as?: Session,
): Promise<{ code: number; msg: string; data?: { id: number; sha256: string } }> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file)]), "sampler.bin");
  const response = await fetch(`${platform.url}/prod-api${addFirmware.path}?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: bearer(as ?? (await platform.admin())),
    body: form,
  });
  const body: { code: number; msg: string; data?: { id: number; sha256: string } } = JSON.parse(
    await response.text(),
  );
  note(addFirmware, body.code === 200 ? "success" : "refusal");
  return body;
}

/** A version of the water sampler's firmware. */
export async function addVersion(platform: TestPlatform, version: string, file = firmwareFile(version)) {
  const productId = String(await productOf(platform, "waterSample"));
  const added = await uploadFirmware(platform, { productId, version }, file);
  if (added.data === undefined) throw new Error(added.msg);
  return added.data.id;
}

export async function startUpgrade(
  platform: TestPlatform,
  firmwareId: number,
  deviceIds: number[],
  terms: Record<string, number> = {},
): Promise<number> {
  const body = { firmwareId, selection: { kind: "devices" as const, deviceIds }, ...terms };
  return (await platform.call(addFirmwareBatch, { body }, await platform.admin())).data.id;
}

/** What a device does in an upgrade, by the topics of Alink. */
export function upgrading(device: TestDevice) {
  const { productKey, deviceName } = device.credentials;
  const topic = (word: string) => `/ota/device/${word}/${productKey}/${deviceName}`;
  let sent = 0;
  async function send(word: string, params: unknown): Promise<void> {
    const messageId = 50_000 + ++sent;
    device.write(device.toPublish(topic(word), { id: String(sent), params }, { qos: 1, messageId }));
    await device.packet((one) => one.cmd === "puback" && one.messageId === messageId);
  }
  return {
    inform: (version: string, module?: string) => send("inform", { version, ...(module ? { module } : {}) }),
    progress: (step: number | string, desc = "") => send("progress", { step, desc }),
    /** The next reporting of an upgrade. */
    async nextOffer(): Promise<OtaOffer> {
      const found = await device.published((one) => one.topic === topic("upgrade"));
      return JSON.parse(found.payload.toString());
    },
    isCovered: () => device.unread().some((one) => one.cmd === "publish" && one.topic === topic("upgrade")),
  };
}

type OtaOffer = {
  id: string;
  code: string;
  data: { url: string; size: number; version: string; sign: string; signMethod: string; md5: string };
};
