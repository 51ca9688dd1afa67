import {
  type CommandState,
  callService,
  getCommand,
  getProperties,
  listCommands,
  setProperties,
} from "@tracewater/contract/fleet/commands";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { orderPropertyGet, orderPropertySet, orderService, toCommand } from "./command.model.ts";
import type { CommandService } from "./command.service.ts";

const openStates: readonly CommandState[] = ["queued", "sent", "acknowledged"];

export function serveCommands(
  serve: Serve,
  commands: CommandService,
  devices: DeviceService,
  products: ProductService,
): void {
  serve.forCaller(callService, async ({ params, query, body }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    const { model } = await products.require(device.productId);
    const order = orderService(model, params.service, body.params);
    return { data: await commands.order(caller, device, order, body) };
  });

  serve.forCaller(setProperties, async ({ params, query, body }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    const { model } = await products.require(device.productId);
    return { data: await commands.order(caller, device, orderPropertySet(model, body.params), body) };
  });

  serve.forCaller(getProperties, async ({ params, query, body }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    const { model } = await products.require(device.productId);
    return { data: await commands.order(caller, device, orderPropertyGet(model, body.identifiers), body) };
  });

  serve.forCaller(listCommands, async ({ query }, caller) => {
    await devices.requireReadable(caller, query.deviceId);
    const byState = await commands.countByState(caller.scope, query.deviceId);
    const count = (states: readonly string[]) =>
      states.reduce((sum, state) => sum + (byState.get(state) ?? 0), 0);
    const states = query.state === undefined ? null : query.state === "open" ? openStates : [query.state];
    const total = count(states ?? [...byState.keys()]);
    const rows = await commands.list(
      caller.scope,
      { deviceId: query.deviceId, states },
      pageOf(query, total),
    );
    return {
      total,
      rows: rows.map(toCommand),
      counts: {
        all: count([...byState.keys()]),
        open: count(openStates),
        failed: count(["failed"]),
        timedOut: count(["timedOut"]),
        expired: count(["expired"]),
      },
    };
  });

  serve.forCaller(getCommand, async ({ params }, caller) => {
    const command = await commands.require(caller.scope, params.id);
    await devices.requireReadable(caller, command.deviceId);
    return { data: command };
  });
}
