import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import type { ApiError } from "./api-error.ts";
import { type CallOptions, callApi } from "./call-api.ts";
import { queryClient } from "./query-client.ts";

export type UseApiOptions = {
  enabled?: boolean;
  /** Fetch anew every so many milliseconds. */
  everyMs?: number;
  /** Show the former reply while another input is fetched: a table keeps its rows while it pages. */
  keepPrevious?: boolean;
  /** Milliseconds for which a reply is taken as fresh. */
  staleMs?: number;
} & Saying;

/** Who says that a call failed; without a word the shell does, by a message. */
type Saying = Pick<CallOptions, "silent" | "handled">;

/** Fetches and keeps a reply; its key is `[call.name, input]`. */
export function useApi<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  options: UseApiOptions = {},
): UseQueryResult<ReplyOf<C>, ApiError> {
  return useQuery<ReplyOf<C>, ApiError>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => callApi(call, input, { signal, ...sayingOf(options) }),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** A call that changes something; the page invalidates what it touched. */
export function useApiMutation<C extends AnyCall>(
  call: C,
  options: Saying = {},
): UseMutationResult<ReplyOf<C>, ApiError, CallInput<C>> {
  return useMutation<ReplyOf<C>, ApiError, CallInput<C>>({
    mutationFn: (input) => callApi(call, input, sayingOf(options)),
  });
}

function sayingOf({ silent = false, handled = false }: Saying): Required<Saying> {
  return { silent, handled };
}

/** Marks every reply of a call as old; those on the screen are fetched anew. */
export function invalidate(call: AnyCall): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [call.name] });
}
