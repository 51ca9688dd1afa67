import { alinkCode } from "@tracewater/alink/codes";
import type { TelemetryService } from "../../telemetry/telemetry.service.ts";
import { readProperties } from "../../uplink-reader.ts";
import type { UplinkDesk } from "../uplink-desk.ts";
import type { UplinkRoute } from "../uplink-route.ts";

/** Values of properties, each with its own time or with the server's. */
export function propertyPost(desk: UplinkDesk, telemetry: TelemetryService, now: () => number): UplinkRoute {
  return desk.request("/sys/{}/thing/event/property/post", "property", async (request, { device }) => {
    const read = readProperties(request.params, device.model, now(), device.nextMicros);
    if (!read.ok) return { code: read.code, message: read.reason };
    const values = await telemetry.numbered(read.values);
    return { code: alinkCode.success, store: { values, events: [], isBare: read.isBare } };
  });
}
