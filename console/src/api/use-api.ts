import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import { useState } from "react";
import type { ApiError } from "./api-error.ts";
import { type CallOptions, callApi } from "./call-api.ts";
import { queryClient } from "./query-client.ts";

export type UseApiOptions = {
  enabled?: boolean;
  /** Fetch again every so many milliseconds. */
  everyMs?: number;
  /** Show the former reply while another input is fetched: a table keeps its rows while it pages. */
  keepPrevious?: boolean;
  /** Milliseconds for which a reply is taken as fresh. */
  staleMs?: number;
} & ErrorHandling;

/** Who says that a call failed; without a word the shell does, by a message. */
type ErrorHandling = Pick<CallOptions, "silent" | "handled">;

/** Fetches and keeps a reply; its key is `[call.name, input]`. */
export function useApi<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  options: UseApiOptions = {},
): UseQueryResult<ReplyOf<C>, ApiError> {
  return useQuery<ReplyOf<C>, ApiError>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => callApi(call, input, { signal, ...errorHandlingOf(options) }),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Begins to fetch what a page asks for with `useApi` once its code is there; a failure is met by the page, which asks again. */
export function fetchAhead<C extends AnyCall>(call: C, input: CallInput<C>): void {
  void queryClient.prefetchQuery({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => callApi(call, input, { signal, ...errorHandlingOf({ silent: true }) }),
  });
}

/** A call that changes something; the page invalidates what it touched. */
export function useApiMutation<C extends AnyCall>(
  call: C,
  options: ErrorHandling = {},
): UseMutationResult<ReplyOf<C>, ApiError, CallInput<C>> {
  const [joinSame] = useState(createJoin<ReplyOf<C>>);
  return useMutation<ReplyOf<C>, ApiError, CallInput<C>>({
    mutationFn: (input) => {
      const send = () => callApi(call, input, errorHandlingOf(options));
      // Two files look alike here: they are never taken for one.
      return call.takes === "json" ? joinSame(input, send) : send();
    },
  });
}

/**
 * Two clicks before the page could be drawn anew are one: a second request for the same waits for the first, and nothing is
 * sent twice.
 */
function createJoin<Reply>() {
  const underWay = new Map<string, Promise<Reply>>();
  return (input: unknown, send: () => Promise<Reply>): Promise<Reply> => {
    const key = JSON.stringify(input);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const sent = send().finally(() => underWay.delete(key));
    underWay.set(key, sent);
    return sent;
  };
}

function errorHandlingOf({ silent = false, handled = false }: ErrorHandling): Required<ErrorHandling> {
  return { silent, handled };
}

/** Marks every reply of a call as old; those on the screen are fetched again. */
export function invalidate(call: AnyCall): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [call.name] });
}
