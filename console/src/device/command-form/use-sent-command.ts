import type { ReplyOf } from "@tracewater/contract/call";
import { type Command, getCommand } from "@tracewater/contract/fleet/commands";
import { useBatchedEvents } from "../../api/batched-events.ts";
import { queryClient } from "../../api/query-client.ts";
import { invalidate, useApi } from "../../api/use-api.ts";
import { isOpen } from "./command-stations.ts";

/** Milliseconds between two looks at a command under way, should the live stream be away. */
const lookEveryMs = 5000;

/** The command that was sent last, as it is now; undefined where none was sent. */
export function useSentCommand(deviceId: number, sent: Command | undefined): Command | undefined {
  const input = { params: { id: sent?.id ?? "0" } };
  const known = queryClient.getQueryData<ReplyOf<typeof getCommand>>([getCommand.name, input])?.data;
  const isUnderWay = sent !== undefined && isOpen(known ?? sent);
  const asked = useApi(getCommand, input, {
    enabled: isUnderWay,
    silent: true,
    ...(isUnderWay ? { everyMs: lookEveryMs } : {}),
  });
  useBatchedEvents(isUnderWay ? [`device:${deviceId}`] : [], (events) => {
    const isOfThis = events.some((event) => event.type === "command" && event.command.id === sent?.id);
    if (isOfThis) void invalidate(getCommand);
  });
  return sent === undefined ? undefined : (asked.data?.data ?? sent);
}
