import type { ReplyOf } from "@tracewater/contract/call";
import { type Command, getCommand, listCommands } from "@tracewater/contract/fleet/commands";
import { useBatchedEvents } from "../../../api/batched-events.ts";
import { queryClient } from "../../../api/query-client.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";

export const commandFilters = ["all", "open", "failed", "timedOut", "expired"] as const;

export type CommandFilter = { state: (typeof commandFilters)[number]; pageNum: number; pageSize: number };

export function readCommandFilter(search: URLSearchParams): CommandFilter {
  const page = Number(search.get("page"));
  const size = Number(search.get("pageSize"));
  return {
    state: commandFilters.find((name) => name === search.get("state")) ?? "all",
    pageNum: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: [10, 20, 30, 50].includes(size) ? size : 20,
  };
}

/** A page of the device's commands, patched by what the stream reports of them. */
export function useCommands(deviceId: number, filter: CommandFilter) {
  const paging = { deviceId, pageNum: filter.pageNum, pageSize: filter.pageSize };
  const query = filter.state === "all" ? paging : { ...paging, state: filter.state };
  const commands = useApi(listCommands, { query }, { keepPrevious: true });
  useBatchedEvents([`device:${deviceId}`], (events) => {
    const changed = events.flatMap((event) =>
      event.type === "command" && event.deviceId === deviceId ? [event.command] : [],
    );
    if (changed.length === 0) return;
    patchCommands(changed);
    // New ones, counts and filtered pages are the server's to say.
    void invalidate(listCommands);
    void invalidate(getCommand);
  });
  return commands;
}

function patchCommands(changed: Command[]): void {
  const byId = new Map(changed.map((command) => [command.id, command]));
  queryClient.setQueriesData<ReplyOf<typeof listCommands>>({ queryKey: [listCommands.name] }, (reply) =>
    reply?.rows.some((row) => byId.has(row.id))
      ? { ...reply, rows: reply.rows.map((row) => byId.get(row.id) ?? row) }
      : reply,
  );
}
