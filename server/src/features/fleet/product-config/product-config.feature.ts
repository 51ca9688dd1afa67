import { createHash } from "node:crypto";
import { alinkCode } from "@tracewater/alink/codes";
import { isObject } from "@tracewater/alink/envelope";
import { downlinkTopic } from "@tracewater/alink/topics";
import { isStorableText } from "@tracewater/alink/value-check";
import { resultCode } from "@tracewater/contract/envelope";
import {
  downloadConfig,
  getConfigVersion,
  listConfigVersions,
  maxConfigBytes,
  publishConfig,
} from "@tracewater/contract/fleet/product-config";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { DeviceAddresses } from "../../../platform/files/device-address.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { type ConfigRow, createProductConfigStore } from "./product-config.store.ts";

const addressTtlMs = 3_600_000;

/** The configuration file of a product: published by people, fetched by its devices, which are reported at once. */
export function createProductConfig(options: {
  db: Db;
  link: DeviceLinkService;
  products: ProductService;
  addresses: DeviceAddresses;
  now: () => number;
}) {
  const { link, products, addresses, now } = options;
  const store = createProductConfigStore(options.db);

  /** As the SDKs read it, with an address for this one device. */
  function toOffer(config: ConfigRow, deviceId: number) {
    const token = addresses.token({ kind: "config", id: String(config.id), until: now() + addressTtlMs });
    return {
      configId: String(config.id),
      configSize: config.size,
      getType: "file",
      sign: config.sha256,
      signMethod: "Sha256",
      url: addresses.url(`${apiPrefix}/v2/device/config/${token}`, link.addressOf(deviceId) ?? "127.0.0.1"),
    };
  }

  function push(config: ConfigRow, productKey: string): number {
    let pushed = 0;
    for (const device of link.connectedOf(productKey)) {
      const params = toOffer(config, device.deviceId);
      const message = { id: String(config.id), version: "1.0", method: "thing.config.push", params };
      const topic = downlinkTopic.configPush(device);
      const downlink = { topic, payload: JSON.stringify(message), token: `config:${config.id}` };
      if (link.send(device.deviceId, downlink)) pushed += 1;
    }
    return pushed;
  }

  link.serve([
    link.context.request("/sys/{}/thing/config/get", "other", async ({ params }, { device }) => {
      if (!isObject(params) || (params["getType"] ?? "file") !== "file")
        return { code: alinkCode.badParameter, message: "getType is not file" };
      const config = await store.newestOfKey(device.owner.productKey);
      // As the platform whose words these are answers where there is none: a success without data.
      return {
        code: alinkCode.success,
        data: config === undefined ? {} : toOffer(config, device.about.deviceId),
      };
    }),
  ]);

  return function serveProductConfig(serve: Serve): void {
    serve.forCaller(listConfigVersions, async ({ params }) => {
      await products.require(params.id);
      return { data: (await store.list(params.id)).map(toVersion) };
    });

    serve.forCaller(getConfigVersion, async ({ params }) => {
      await products.require(params.id);
      const found = await store.find(params.id, params.version);
      if (found === undefined) throw notFound({ en: "version", zh: "版本" });
      return { data: { ...toVersion(found), content: found.content } };
    });

    serve.forCaller(publishConfig, async ({ params, body, audit }, caller) => {
      const product = await products.require(params.id);
      const size = Buffer.byteLength(body.content);
      if (size > maxConfigBytes) throw fieldError("content", { en: "exceeds 256 kB", zh: "超过 256 kB" });
      if (!isStorableText(body.content))
        throw fieldError("content", {
          en: "contains a character that cannot be stored",
          zh: "包含无法保存的字符",
        });
      const before = await store.newest(params.id);
      const sha256 = createHash("sha256").update(body.content).digest("hex");
      const config = await store.add({
        ...body,
        productId: params.id,
        size,
        sha256,
        actorName: caller.nickName,
      });
      if (config === undefined) throw outdated;
      const subject = { kind: "product", id: product.id, name: product.productKey };
      audit({ subject, before: toAuditPayload(before), after: toAuditPayload(config) });
      return { data: { version: config.version, told: push(config, product.productKey) } };
    });

    serve.openStream(downloadConfig, async ({ params, request, reply }) => {
      const id = addresses.read(params.token, "config");
      const content = id === null ? undefined : await store.content(Number(id));
      if (content !== undefined)
        return void reply
          .type("application/octet-stream")
          .header("content-disposition", "attachment")
          .send(Buffer.from(content));
      // With the status too: a device takes an answer of HTTP 200 for the file itself.
      const labels = notFound({ en: "file", zh: "文件" }).text.en;
      const nothing = { code: resultCode.notFound, msg: labels, requestId: request.id };
      return void reply.status(404).type("application/json; charset=utf-8").send(JSON.stringify(nothing));
    });
  };
}

const outdated = new AppError("conflict", {
  en: "Another configuration was published in the meantime. Review it first.",
  zh: "已有新的配置发布，请先查看。",
});

function toVersion({ version, size, sha256, note, actorName, createdAt }: ConfigRow) {
  return { version, size, sha256, note, actor: actorName, createdAt: createdAt.getTime() };
}

function toAuditPayload(config: ConfigRow | undefined) {
  return { configVersion: config?.version ?? null, sha256: config?.sha256 ?? null };
}
