import { alinkCode } from "@tracewater/alink/codes";
import { isObject } from "@tracewater/alink/envelope";
import { isStorableText } from "@tracewater/alink/value-check";
import { listAttributes } from "@tracewater/contract/fleet/device-twin";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService, LinkRoute } from "../device-link/device-link.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { type Attribute, createAttributeStore, maxAttributes } from "./attribute.store.ts";

/** A device's attributes (Alink: tags): it notifies them and takes them back, people read them. */
export function createAttributes(options: {
  db: Db;
  link: DeviceLinkService;
  devices: DeviceService;
  now: () => number;
}) {
  const { link, devices, now } = options;
  const store = createAttributeStore(options.db);

  const routes: LinkRoute[] = [
    link.context.request("/sys/{}/thing/deviceinfo/update", "other", async ({ params }, { device }) => {
      const attributes = readList(params, readAttribute);
      if (attributes === null)
        return { code: alinkCode.badParameter, message: "params is not a list of attributes" };
      if (attributes.length === 0) return { code: alinkCode.success };
      const isSaved = await store.save(device.about.deviceId, attributes, new Date(now()));
      return isSaved
        ? { code: alinkCode.success }
        : { code: alinkCode.badParameter, message: `more than ${maxAttributes} attributes` };
    }),
    link.context.request("/sys/{}/thing/deviceinfo/delete", "other", async ({ params }, { device }) => {
      const keys = readList(params, (one) => readKey(one["attrKey"]));
      if (keys === null) return { code: alinkCode.badParameter, message: "params is not a list of keys" };
      await store.drop(device.about.deviceId, keys);
      return { code: alinkCode.success };
    }),
  ];
  link.serve(routes);

  return function serveAttributes(serve: Serve): void {
    serve.forCaller(listAttributes, async ({ params, query }, caller) => {
      const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
      const rows = await store.list(device.id);
      return { data: rows.map(({ toldAt, ...row }) => ({ ...row, toldAt: toldAt.getTime() })) };
    });
  };
}

function readList<T>(params: unknown, read: (one: Record<string, unknown>) => T | null): T[] | null {
  if (!Array.isArray(params) || params.length > maxAttributes) return null;
  const found = params.map((one) => (isObject(one) ? read(one) : null)).filter((one) => one !== null);
  return found.length === params.length ? found : null;
}

function readAttribute(one: Record<string, unknown>): Attribute | null {
  const key = readKey(one["attrKey"]);
  const { attrValue } = one;
  const value =
    typeof attrValue === "number" || typeof attrValue === "boolean" ? String(attrValue) : attrValue;
  if (key === null || typeof value !== "string" || value.length > 256 || !isStorableText(value)) return null;
  return { key, value };
}

function readKey(value: unknown): string | null {
  return typeof value === "string" && /^[\w.:-]{1,64}$/.test(value) ? value : null;
}
