import { alinkCode } from "@tracewater/alink/codes";
import { isObject } from "@tracewater/alink/envelope";
import type { LinkRequestContext, LinkRoute } from "../device-link/device-link.service.ts";
import type { DesiredService } from "./desired.service.ts";

const max = 200;
const path = "/sys/{}/thing/property/desired";

/** A device asks what it is wished to be, and deletes what it has carried out. */
export function desiredUplinks(context: LinkRequestContext, desired: DesiredService): LinkRoute[] {
  return [
    context.request(`${path}/get`, "other", async ({ params }, { device }) => {
      const asked = isObject(params) ? Object.keys(params) : params;
      if (!Array.isArray(asked) || asked.length > max || !asked.every((one) => typeof one === "string"))
        return { code: alinkCode.badRequest, message: "params is not a list of identifiers" };
      const unknown = asked.find((one) => !device.model.properties.has(one));
      if (unknown !== undefined) return notInModel;
      const rows = (await desired.list(device.about.deviceId)).filter(
        (row) => row.value !== null && (asked.length === 0 || asked.includes(row.identifier)),
      );
      const data = Object.fromEntries(
        rows.map(({ identifier, value, version }) => [identifier, { value, version }]),
      );
      return { code: alinkCode.success, data };
    }),

    context.request(`${path}/delete`, "other", async ({ params }, { device }) => {
      if (!isObject(params) || Object.keys(params).length > max)
        return { code: alinkCode.badRequest, message: "params is not an object of identifiers" };
      if (Object.keys(params).some((one) => !device.model.properties.has(one))) return notInModel;
      const done = Object.entries(params).map(([identifier, given]) => {
        const version = isObject(given) ? given["version"] : undefined;
        return { identifier, version: version === undefined ? null : Number(version) };
      });
      if (done.some(({ version }) => version !== null && !isVersion(version)))
        return { code: alinkCode.badParameter, message: "a version is not a whole number" };
      await desired.drop(device.about.deviceId, done);
      return { code: alinkCode.success };
    }),
  ];
}

const notInModel = { code: alinkCode.badThingModel, message: "a property is not in the thing model" };

function isVersion(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 2_147_483_647;
}
