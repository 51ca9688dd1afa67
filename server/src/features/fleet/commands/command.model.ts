import { isObject } from "@tracewater/alink/envelope";
import type { DataType, ServiceModel, ThingModel } from "@tracewater/alink/thing-model";
import { downlinkTopic, type TopicOwner } from "@tracewater/alink/topics";
import { checkValue } from "@tracewater/alink/value-check";
import {
  type Command,
  type CommandStep,
  commandState,
  commandStep,
} from "@tracewater/contract/fleet/commands";
import { AppError, type FieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { NewCommand } from "./command.store.ts";
import type { CommandRow, StepRow } from "./command-queries.store.ts";

/** What is asked of a device, checked against its thing model; `idempotent`: done twice it is as done once. */
export type Order = { idempotent: boolean } & (
  | { kind: "service"; identifier: string; callType: "async" | "sync"; params: Record<string, unknown> }
  | { kind: "propertySet"; identifier: "property/set"; callType: "async"; params: Record<string, unknown> }
  | {
      kind: "propertyGet";
      identifier: "property/get";
      callType: "async" | "sync";
      params: { identifiers: string[] };
    }
);

/** How long it may wait and its reply may take, in seconds; how often more it is sent. */
export type OrderTerms = {
  expiresIn: number;
  timeout?: number | undefined;
  retries: number;
  reason: string;
  /** Seconds that it is held back before it may leave; at once without. */
  holdFor?: number | undefined;
  /** Who has to confirm it before it may leave. */
  awaits?: { userId: number; name: string } | undefined;
};

/** How long a reply may take, in seconds, where the caller does not say. */
const defaultTimeoutS = { async: 60, sync: 10 };

export function orderService(model: ThingModel, identifier: string, params: Record<string, unknown>): Order {
  const service = model.services.find((one) => one.identifier === identifier);
  if (service === undefined) throw notFound({ en: `service ${identifier}`, zh: `服务 ${identifier} ` });
  refuseBad(checkInputs(service, params));
  const idempotent = service.idempotent === true;
  return { kind: "service", identifier, callType: service.callType, params, idempotent };
}

export function orderPropertySet(model: ThingModel, params: Record<string, unknown>): Order {
  const faults: FieldError[] = [];
  if (Object.keys(params).length === 0)
    faults.push(fault("params", { en: "must contain at least one property", zh: "至少应包含一个属性" }));
  for (const [identifier, value] of Object.entries(params)) {
    const property = model.properties.find((one) => one.identifier === identifier);
    if (property === undefined) faults.push(fault(`params.${identifier}`, unknownName));
    else if (property.accessMode !== "rw") {
      faults.push(fault(`params.${identifier}`, { en: "is read-only", zh: "为只读属性" }));
    } else faults.push(...checkOne(`params.${identifier}`, property.dataType, value));
  }
  refuseBad(faults);
  return { kind: "propertySet", identifier: "property/set", callType: "async", params, idempotent: true };
}

export function orderPropertyGet(model: ThingModel, identifiers: string[]): Order {
  const known = new Set(model.properties.map((one) => one.identifier));
  refuseBad(
    identifiers.filter((one) => !known.has(one)).map((one) => fault(`identifiers.${one}`, unknownName)),
  );
  const params = { identifiers };
  return { kind: "propertyGet", identifier: "property/get", callType: "async", params, idempotent: true };
}

/** All that the device can report, now: by its own service where it has one, for that comes with the device's times. */
export function orderRefresh(model: ThingModel): Order {
  const service = model.services.find((one) => one.identifier === "mandatoryRefresh");
  if (service !== undefined && service.inputData.length === 0) {
    const { identifier } = service;
    return { kind: "service", identifier, callType: "sync", params: {}, idempotent: true };
  }
  const order = orderPropertyGet(
    model,
    model.properties.map((one) => one.identifier),
  );
  return { ...order, callType: "sync" } as Order;
}

/** An order as the database takes it. */
/** Who asks for a command; nobody's number where the platform does, on behalf of what the name says. */
export type CommandActor = Pick<Caller, "nickName"> & { userId: number | null };

export function toNewCommand(
  order: Order,
  terms: OrderTerms,
  actor: CommandActor,
  of: { batchId?: number; timedTaskId?: number | null } = {},
): NewCommand {
  return {
    kind: order.kind,
    identifier: order.identifier,
    callType: order.callType,
    params: order.params,
    reason: terms.reason,
    actorId: actor.userId,
    actorName: actor.nickName,
    timeoutS: terms.timeout ?? defaultTimeoutS[order.callType],
    expiresInS: terms.expiresIn,
    holdForS: terms.holdFor ?? 0,
    awaits: terms.awaits ?? null,
    mostAttempts: terms.retries + 1,
    idempotent: order.idempotent,
    batchId: of.batchId ?? null,
    timedTaskId: of.timedTaskId ?? null,
  };
}

/** An address that a command carries to its device. */
export type Carried = { upload: { url: string } };

/**
 * The message that carries a command; a reply repeats its id, in the topic where the call is synchronous. `logged` is
 * the message as others may read it: anyone who knows the address of an upload may use it.
 */
export function toDownlink(
  row: CommandRow,
  owner: TopicOwner,
  carried: Carried | null = null,
): { topic: string; payload: string; logged: string; token: string } {
  const method =
    row.kind === "service"
      ? `thing.service.${row.identifier}`
      : row.kind === "propertySet"
        ? "thing.service.property.set"
        : "thing.service.property.get";
  const given = isObject(row.params) ? row.params : {};
  const params = row.kind === "propertyGet" ? (given["identifiers"] ?? []) : given;
  const write = (alongside: object | null) =>
    JSON.stringify({
      id: row.id,
      version: "1.0",
      params: alongside === null ? params : { ...given, ...alongside },
      method,
    });
  return {
    topic: topicOf(row, owner),
    payload: write(carried),
    logged: write(carried === null ? null : { upload: { ...carried.upload, url: "***" } }),
    token: row.id,
  };
}

export function toCommand(row: CommandRow): Command {
  return {
    id: row.id,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    kind: row.kind === "propertySet" || row.kind === "propertyGet" ? row.kind : "service",
    identifier: row.identifier,
    callType: row.callType === "sync" ? "sync" : "async",
    params: isObject(row.params) ? row.params : {},
    reason: row.reason,
    actor: row.actorName,
    state: commandState.parse(row.state),
    late: row.late,
    queuedAt: row.queuedAt.getTime(),
    sentAt: row.sentAt?.getTime() ?? null,
    acknowledgedAt: row.acknowledgedAt?.getTime() ?? null,
    finishedAt: row.finishedAt?.getTime() ?? null,
    heldUntil: row.heldUntil?.getTime() ?? null,
    awaits: row.awaitsId === null ? null : { userId: row.awaitsId, name: row.awaitsName ?? "" },
    expiresAt: row.expiresAt.getTime(),
    replyBy: row.replyBy?.getTime() ?? null,
    code: row.code,
    message: row.message,
    reply: row.reply,
    attempts: row.attempts,
    mostAttempts: row.mostAttempts,
    batchId: row.batchId,
    timedTaskId: row.timedTaskId,
  };
}

export function toStep(row: StepRow): CommandStep {
  return commandStep.parse({ ...row, at: row.at.getTime() });
}

function topicOf(row: CommandRow, owner: TopicOwner): string {
  if (row.kind === "propertySet") return downlinkTopic.propertySet(owner);
  if (row.kind === "propertyGet") return downlinkTopic.propertyGet(owner);
  return row.callType === "sync"
    ? downlinkTopic.rrpc(owner, row.id)
    : downlinkTopic.service(owner, row.identifier);
}

function checkInputs(service: ServiceModel, params: Record<string, unknown>): FieldError[] {
  const faults: FieldError[] = [];
  const known = new Map(service.inputData.map((input) => [input.identifier, input]));
  for (const name of Object.keys(params)) {
    if (!known.has(name)) faults.push(fault(`params.${name}`, unknownName));
  }
  for (const input of service.inputData) {
    const value = params[input.identifier];
    if (value !== undefined) faults.push(...checkOne(`params.${input.identifier}`, input.dataType, value));
    else if (input.required)
      faults.push(fault(`params.${input.identifier}`, { en: "is required", zh: "不能为空" }));
  }
  return faults;
}

function checkOne(field: string, type: DataType, value: unknown): FieldError[] {
  const checked = checkValue(type, value);
  return checked.ok && !checked.outOfRange ? [] : [fault(field, expectation(type))];
}

/** What a value of this type has to be, in words. */
function expectation(type: DataType): LocalizedText {
  switch (type.type) {
    case "int":
    case "float":
    case "double": {
      const { min, max, unit = "" } = type.specs;
      const kind =
        type.type === "int" ? { en: "a whole number", zh: "整数" } : { en: "a number", zh: "数字" };
      if (min === undefined || max === undefined) return { en: `must be ${kind.en}`, zh: `应为${kind.zh}` };
      return {
        en: `must be ${kind.en} from ${min} to ${max} ${unit}`.trim(),
        zh: `应为 ${min} 到 ${max} ${unit} 之间的${kind.zh}`.replace("  ", " "),
      };
    }
    case "text":
      return {
        en: `must be a text of at most ${type.specs.length} characters`,
        zh: `应为不超过 ${type.specs.length} 个字符的文本`,
      };
    case "enum":
    case "bool": {
      const list = Object.entries(type.specs)
        .map(([value, name]) => `${value} (${name})`)
        .join(", ");
      return { en: `must be one of ${list}`, zh: `应为以下之一：${list}` };
    }
    default:
      return { en: `must be of the type ${type.type}`, zh: `应为 ${type.type} 类型` };
  }
}

const unknownName: LocalizedText = { en: "is not defined in the thing model", zh: "不在物模型中" };

function fault(field: string, text: LocalizedText): FieldError {
  return { field, text };
}

function refuseBad(faults: readonly FieldError[]): void {
  if (faults.length === 0) return;
  const en = faults.map((one) => `${one.field} ${one.text.en}`).join("; ");
  const zh = faults.map((one) => `${one.field} ${one.text.zh}`).join("；");
  throw new AppError("badInput", { en, zh }, faults);
}
