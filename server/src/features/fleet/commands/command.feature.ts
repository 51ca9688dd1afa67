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
import { requireConfirmed } from "../../../platform/confirmation.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { requireProduct } from "../devices/product-key.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { opensForTwo, type PersonNamed, requireTwoPersons } from "./box-opening.service.ts";
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
  query: { deviceName: string; productKey?: string | undefined };
  body: OrderTerms;
  audit(change: AuditChange): void;
};

export function serveCommands(
  serve: Serve,
  commands: CommandService,
  devices: DeviceService,
  products: ProductService,
  personNamed: PersonNamed,
): void {
  async function order(
    { params, query, body, audit }: Asked,
    caller: Caller,
    make: (model: ThingModel) => Order,
  ) {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    requireProduct(device, query.productKey);
    const { model } = await products.require(device.productId);
    const made = make(model);
    const persons = opensForTwo(params.family, made)
      ? await requireTwoPersons(personNamed, device.unitId, made.params)
      : null;
    // Reported before it leaves: a command whose answer is lost has its device in the record all the same.
    const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    audit({ subject, after: { ...made, reason: body.reason, ...(persons === null ? {} : { persons }) } });
    return { data: await commands.order(caller, device, made, body) };
  }
  serve.forCaller(callService, async (input, caller) => {
    const { family, service } = input.params;
    if (opensForTwo(family, { kind: "service", identifier: service })) requireConfirmed(caller);
    return order(input, caller, (model) => orderService(model, service, input.body.params));
  });
  serve.forCaller(setProperties, (input, caller) =>
    order(input, caller, (model) => orderPropertySet(model, input.body.params)),
  );
  serve.forCaller(getProperties, (input, caller) =>
    order(input, caller, (model) => orderPropertyGet(model, input.body.identifiers)),
  );

  serve.forCaller(listCommands, async ({ query }, caller) => {
    await devices.requireReadable(caller, query.deviceId);
    const byState = await commands.countByState(caller.scope, query.deviceId, query);
    const count = (states: readonly string[]) =>
      states.reduce((sum, state) => sum + (byState.get(state) ?? 0), 0);
    const states = query.state === undefined ? null : query.state === "open" ? openStates : [query.state];
    const total = count(states ?? [...byState.keys()]);
    const rows = await commands.list(
      caller.scope,
      { deviceId: query.deviceId, states, span: query },
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

  serve.forCaller(cancelCommand, async ({ params, audit }, caller) => {
    const command = await commands.require(caller.scope, params.id);
    const device = await devices.requireOfFamily(caller.scope, params.family, command.deviceId);
    const cancelled = await commands.cancel(caller, command);
    const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    audit({
      subject,
      before: { command: command.id, state: command.state },
      after: { state: cancelled.state },
    });
    return { data: cancelled };
  });
}
