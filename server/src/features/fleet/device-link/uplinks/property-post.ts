import { alinkCode } from "@tracewater/alink/codes";
import type { TelemetryService } from "../../telemetry/telemetry.service.ts";
import { readProperties } from "../../uplink-reader.ts";
import type { UplinkContext } from "../uplink-context.ts";
import type { UplinkRoute } from "../uplink-route.ts";

/** Values of properties, each with its own time or with the server's. */
export function propertyPost(
  context: UplinkContext,
  telemetry: TelemetryService,
  now: () => number,
): UplinkRoute {
  return context.request("/sys/{}/thing/event/property/post", "property", async (request, { device }) => {
    const read = readProperties(request.params, device.model, now(), device.nextMicros);
    if (!read.ok) return { code: read.code, message: read.reason };
    const values = await telemetry.numbered(read.values);
    return { code: alinkCode.success, store: { values, events: [], isBare: read.isBare } };
  });
}
