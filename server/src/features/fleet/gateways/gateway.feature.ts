import { familyKey } from "@tracewater/contract/fleet/families";
import { getDeviceTree } from "@tracewater/contract/fleet/gateways";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { GatewayService } from "./gateway.service.ts";
import type { RelatedDevice } from "./gateway.store.ts";

export function serveGateways(serve: Serve, gateways: GatewayService, devices: DeviceService): void {
  serve.forCaller(getDeviceTree, async ({ params }, caller) => {
    await devices.requireReadable(caller, params.id);
    const { gateway, subDevices } = await gateways.treeOf(caller.scope, params.id);
    return {
      data: { gateway: gateway === null ? null : toRelated(gateway), subDevices: subDevices.map(toRelated) },
    };
  });
}

function toRelated({ typeKey, onlineSince, ...rest }: RelatedDevice) {
  return { ...rest, typeKey: familyKey.parse(typeKey), onlineSince: onlineSince?.getTime() ?? null };
}
