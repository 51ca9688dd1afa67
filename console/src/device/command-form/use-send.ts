import { useMutation } from "@tanstack/react-query";
import {
  type Command,
  callService,
  getProperties,
  listCommands,
  setProperties,
} from "@tracewater/contract/fleet/commands";
import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import type { ApiError } from "../../api/api-error.ts";
import { callApi } from "../../api/call-api.ts";
import { invalidate } from "../../api/use-api.ts";

/** An order to a device, as the form gives it. */
export type Order = { expiresIn: number; timeout: number; retries: number; reason: string } & (
  | { kind: "service"; service: string; params: Record<string, unknown> }
  | { kind: "propertySet"; params: Record<string, unknown> }
  | { kind: "propertyGet"; identifiers: string[] }
);

/** Seconds for which a command that ends, replaces or discards something on the device can be undone. */
const holdForS = 10;
const heldServices: ReadonlySet<string> = new Set([
  ...["stop", "setProgram", "rinse", "flush", "lock", "lockSequence"],
]);

function holdFor(service: string): number {
  return heldServices.has(service) ? holdForS : 0;
}

export type Target = Pick<DeviceRow, "typeKey" | "deviceName" | "productKey">;

/** Sends an order; what the server refuses is shown by the form, at its fields. */
export function useSend(target: Target) {
  return useMutation<Command, ApiError, Order>({
    mutationFn: (order) => send(target, order),
    onSettled: () => invalidate(listCommands),
  });
}

async function send(target: Target, order: Order): Promise<Command> {
  const { expiresIn, timeout, retries, reason } = order;
  const family = target.typeKey;
  const query = { deviceName: target.deviceName, productKey: target.productKey };
  const terms = { expiresIn, timeout, retries, reason };
  const quiet = { silent: true };
  switch (order.kind) {
    case "service": {
      const params = { family, service: order.service };
      const reply = await callApi(
        callService,
        { params, query, body: { ...terms, params: order.params, holdFor: holdFor(order.service) } },
        quiet,
      );
      return reply.data;
    }
    case "propertySet": {
      const body = { ...terms, params: order.params };
      const reply = await callApi(setProperties, { params: { family }, query, body }, quiet);
      return reply.data;
    }
    case "propertyGet": {
      const body = { ...terms, identifiers: order.identifiers };
      const reply = await callApi(getProperties, { params: { family }, query, body }, quiet);
      return reply.data;
    }
  }
}

/** The same order once more, from a command of the list. */
export function orderOf(command: Command): Order {
  const terms = {
    expiresIn: within((command.expiresAt - command.queuedAt) / 1000, 10, 604_800),
    timeout:
      command.replyBy === null || command.sentAt === null
        ? 60
        : within((command.replyBy - command.sentAt) / 1000, 1, 3600),
    retries: command.mostAttempts - 1,
    reason: command.reason,
  };
  if (command.kind === "service")
    return { ...terms, kind: "service", service: command.identifier, params: command.params };
  if (command.kind === "propertySet") return { ...terms, kind: "propertySet", params: command.params };
  return { ...terms, kind: "propertyGet", identifiers: identifiersOf(command.params) };
}

/** Which properties a `property/get` asked for: they are as `identifiers`, or as the members themselves. */
export function identifiersOf(params: Record<string, unknown>): string[] {
  const listed = params["identifiers"];
  return Array.isArray(listed) ? listed.map(String) : Object.keys(params);
}

function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(Math.round(value), min), max);
}
