import type { ThingModel } from "@tracewater/alink/thing-model";
import {
  type CommandState,
  callService,
  cancelCommand,
  confirmCommand,
  getCommand,
  getProperties,
  listCommands,
  setProperties,
} from "@tracewater/contract/fleet/commands";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Assertion } from "@tracewater/contract/system/passkeys";
import { personLabel } from "@tracewater/contract/system/person-label";
import type { Caller } from "../../../platform/caller.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { requireProduct } from "../devices/product-key.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { opensForTwo, type PersonNamed, requireTwoPersons } from "./box-opening.service.ts";
import { type BoxOpenings, openingExpiresIn } from "./box-opening-order.ts";
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

type Params = Record<string, unknown>;

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
  openings: BoxOpenings,
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
    // Reported before it leaves: a command whose answer is lost has its device in the record all the same.
    const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    audit({ subject, after: { ...made, reason: body.reason } });
    return { data: await commands.order(caller, device, made, body) };
  }
  /** The order of the first of two persons; it waits for the second. */
  async function openBox(
    {
      params,
      query,
      body,
      audit,
    }: Asked & { body: { signature?: Assertion | undefined } & Record<"params", Params> },
    caller: Caller,
  ) {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    requireProduct(device, query.productKey);
    const { model } = await products.require(device.productId);
    const { signature, ...terms } = body;
    const made = orderService(model, "open", body.params);
    const persons = await requireTwoPersons(personNamed, device.unitId, made.params);
    const second = openings.secondOf(caller, persons);
    const awaits = { userId: second.userId, name: personLabel(second) };
    const asked = { device, order: made, act: callService.name, signature, second };
    const data = await openings.order(caller, asked, (signed) => {
      const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
      audit({ subject, after: { ...made, reason: body.reason, persons, signed } });
      const expiresIn = Math.min(terms.expiresIn, openingExpiresIn);
      return commands.order(caller, device, made, { ...terms, expiresIn, awaits });
    });
    return { data };
  }

  serve.forCaller(callService, async (input, caller) => {
    const { family, service } = input.params;
    if (opensForTwo(family, { kind: "service", identifier: service })) return openBox(input, caller);
    return order(input, caller, (model) => orderService(model, service, input.body.params));
  });
  serve.forCaller(confirmCommand, async ({ params, body, audit }, caller) => {
    const command = await commands.require(caller.scope, params.id);
    const device = await devices.requireOfFamily(caller.scope, params.family, command.deviceId);
    const asked = { device, order: command, commandId: command.id, act: confirmCommand.name, ...body };
    const data = await openings.confirm(caller, { ...asked, signature: body.signature }, (signed) => {
      const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
      const before = { command: command.id, confirmed: false };
      audit({ subject, before, after: { command: command.id, confirmed: true, signed } });
      return commands.free(caller, command);
    });
    return { data };
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
