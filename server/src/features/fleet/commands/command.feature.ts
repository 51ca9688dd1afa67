import type { ThingModel } from "@tracewater/alink/thing-model";
import {
  type CommandState,
  callService,
  cancelCommand,
  getCommand,
  getProperties,
  listCommands,
  setProperties,
} from "@tracewater/contract/fleet/commands";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Caller } from "../../../platform/caller.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { ProductService } from "../products/product.service.ts";
import {
  type Order,
  type OrderTerms,
  orderPropertyGet,
  orderPropertySet,
  orderService,
  toCommand,
} from "./command.model.ts";
import type { CommandService } from "./command.service.ts";

const openStates: readonly CommandState[] = ["queued", "sent", "acknowledged"];

/** What the three calls that order something have in common. */
type Asked = {
  params: { family: FamilyKey };
  query: { deviceName: string };
  body: OrderTerms;
  note(note: CallNote): void;
};

export function serveCommands(
  serve: Serve,
  commands: CommandService,
  devices: DeviceService,
  products: ProductService,
): void {
  async function order(
    { params, query, body, note }: Asked,
    caller: Caller,
    make: (model: ThingModel) => Order,
  ) {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    const { model } = await products.require(device.productId);
    const made = make(model);
    // Told before it leaves: a command whose answer is lost has its device in the record all the same.
    const thing = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    note({ thing, after: { ...made, reason: body.reason } });
    return { data: await commands.order(caller, device, made, body) };
  }
  serve.forCaller(callService, (input, caller) =>
    order(input, caller, (model) => orderService(model, input.params.service, input.body.params)),
  );
  serve.forCaller(setProperties, (input, caller) =>
    order(input, caller, (model) => orderPropertySet(model, input.body.params)),
  );
  serve.forCaller(getProperties, (input, caller) =>
    order(input, caller, (model) => orderPropertyGet(model, input.body.identifiers)),
  );

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
    return { data: { ...command, steps: await commands.stepsOf(command.id) } };
  });

  serve.forCaller(cancelCommand, async ({ params, note }, caller) => {
    const command = await commands.require(caller.scope, params.id);
    const device = await devices.requireOfFamily(caller.scope, params.family, command.deviceId);
    const cancelled = await commands.cancel(caller, command);
    const thing = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    note({ thing, before: { command: command.id, state: command.state }, after: { state: cancelled.state } });
    return { data: cancelled };
  });
}
