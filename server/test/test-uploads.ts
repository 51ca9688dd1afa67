import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { callService } from "@tracewater/contract/fleet/commands";
import { listPictures, uploadFromDevice } from "@tracewater/contract/fleet/media";
import { z } from "zod";
import type { TestDevice } from "./test-device.ts";
import { note } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

const params = { family: "waterSample" } as const;
const uploaded = z.looseObject({
  code: z.number(),
  msg: z.string(),
  data: z.object({ id: z.number(), sha256: z.string() }).optional(),
});

/** What tests do with the uploads of devices. */
export function uploadSteps(platform: TestPlatform) {
  type Offer = { upload: { url: string; maxBytes: number; types: string[]; sha256?: string } };
  const put = async (url: string, body: Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { method: "PUT", body: new Uint8Array(body), headers });
    const answer = uploaded.parse(await response.json());
    note(uploadFromDevice, answer.code === 200 ? "success" : "refusal");
    return { status: response.status, ...answer };
  };
  /** Orders a snapshot; what the device is notified of the address. */
  const order = async (device: TestDevice) => {
    const input = {
      params: { ...params, service: "snapshot" },
      query: { deviceName: device.credentials.deviceName },
    };
    const { id } = (await platform.call(callService, input, await platform.admin())).data;
    const downlink = await device.downlink("thing/service/snapshot");
    return { id, offer: downlink.params as Offer };
  };
  const announce = async (device: TestDevice, picture: { bytes: Buffer; sha256: string }) => {
    const value = { sha256: picture.sha256, bytes: picture.bytes.length };
    return (await device.post({ value }, "thing/event/sampleTaken/post")).data as Offer;
  };
  const list = async (device: TestDevice, query: Record<string, unknown> = {}) => {
    const input = { params: { ...params, id: device.credentials.id }, query };
    return platform.call(listPictures, input, await platform.admin());
  };
  const filesOnDisk = async () => {
    const names = await readdir(join(platform.dataDir, "media"), { recursive: true }).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => ((await stat(join(platform.dataDir, "media", name))).isFile() ? [name] : [])),
    );
    return found.flat().length;
  };
  return { put, order, announce, list, filesOnDisk };
}

/** A body whose length nobody reports beforehand; the status of the answer. */
export function putInChunks(
  to: { hostname: string; port: number; pathname: string },
  body: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: to.hostname, port: to.port });
    socket.write(`PUT ${to.pathname} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
    for (let at = 0; at < body.length; at += 65_536) {
      const chunk = body.subarray(at, at + 65_536);
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write("\r\n");
    }
    socket.write("0\r\n\r\n");
    socket.once("data", (bytes) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString("latin1"))?.[1]));
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
