import { listDesired, setDesired } from "@tracewater/contract/fleet/desired";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { DesiredService } from "./desired.service.ts";
import type { DesiredRow } from "./desired.store.ts";

export function serveDesired(serve: Serve, desired: DesiredService, devices: DeviceService): void {
  serve.forCaller(listDesired, async ({ params, query }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    return { data: (await desired.list(device.id)).map(toValue) };
  });

  serve.forCaller(setDesired, async ({ params, query, body, audit }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    const before = toAuditPayload(await desired.list(device.id));
    const { values, commandId } = await desired.set(caller, device, body);
    const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    audit({ subject, before, after: toAuditPayload(values) });
    return { data: { values: values.map(toValue), commandId } };
  });
}

function toValue({ changedAt, actorName, ...row }: DesiredRow) {
  return { ...row, changedAt: changedAt.getTime(), actor: actorName };
}

function toAuditPayload(rows: readonly DesiredRow[]): Record<string, unknown> {
  return Object.fromEntries(
    rows.filter((row) => row.value !== null).map((row) => [row.identifier, row.value]),
  );
}
