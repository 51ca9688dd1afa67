import { type DeviceOperation, listDeviceOperations } from "@tracewater/contract/field/samplers";
import { commandState } from "@tracewater/contract/fleet/commands";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { AuditService } from "../../system/audit/audit.service.ts";
import { createSamplerStore, type OrderedCommand } from "./sampler.store.ts";

type Found = Awaited<ReturnType<AuditService["listOf"]>>["records"][number];

/** Milliseconds by which the database's clock and the program's may differ. */
const slack = 500;

/** What was done to a device in the console: the records of the operation log that name it, with the replies. */
export function serveDeviceOperations(
  serve: Serve,
  parts: { db: Db; devices: DeviceService; audit: AuditService },
): void {
  const store = createSamplerStore(parts.db);
  serve.forCaller(listDeviceOperations, async ({ params, query, language }, caller) => {
    const device = await parts.devices.requireReadable(caller, params.id);
    const subject = { kind: "device", id: device.id };
    const { total, records } = await parts.audit.listOf(caller.scope, subject, query);
    const times = records.map(({ record }) => record.time);
    const commands =
      times.length === 0
        ? []
        : await store.listCommands(device.id, {
            begin: new Date(Math.min(...times) - slack),
            end: new Date(Math.max(...records.map(({ record }) => record.time + record.cost)) + slack),
          });
    return { total, rows: records.map((found) => toOperation(found, commands, language)) };
  });
}

function toOperation(
  { seq, record }: Found,
  commands: readonly OrderedCommand[],
  language: Language,
): DeviceOperation {
  const ordered = orderedBy(record, commands);
  return {
    operId: seq,
    title: record.title[language],
    call: record.call,
    operName: record.user?.name ?? "",
    nickName: record.user?.nick ?? "",
    operIp: record.address,
    at: record.time,
    status: record.code === 200 ? "0" : "1",
    errorMsg: record.message,
    command:
      ordered === undefined
        ? null
        : {
            id: ordered.id,
            identifier: ordered.identifier,
            state: commandState.parse(ordered.state),
            code: ordered.code,
            message: ordered.message,
            reply: ordered.reply,
          },
  };
}

/** The command that a call made: queued while it ran, under the name that it ordered. */
function orderedBy(record: Found["record"], commands: readonly OrderedCommand[]): OrderedCommand | undefined {
  if (record.code !== 200) return undefined;
  const named = JSON.stringify([record.call, record.changes, record.input.params]);
  return commands.find(({ queuedAt, identifier }) => {
    const at = queuedAt.getTime();
    const isThen = at >= record.time - slack && at <= record.time + record.cost + slack;
    return isThen && named.includes(`"${identifier}"`);
  });
}
