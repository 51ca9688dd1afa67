import { useQuery } from "@tanstack/react-query";
import type { AnyCall, CallInput } from "@tracewater/contract/call";
import type { ApiError } from "./api-error.ts";
import { type FetchedFile, fetchFile } from "./file-calls.ts";

/** A file as the kit's `Picture` and `FileLine` draw it. */
type ShownFile =
  | { state: "loading" }
  | ({ state: "ready" } & FetchedFile)
  | { state: "failed"; message: string; requestId?: string | undefined; retry: () => void };

/** Fetches a file with the session, for a part that shows it. It lies in memory while it is shown. */
export function useFile<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  { enabled = true }: { enabled?: boolean } = {},
): ShownFile {
  const { data, error, refetch, isFetching } = useQuery<FetchedFile, ApiError>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => fetchFile(call, input, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled,
  });
  if (data !== undefined) return { state: "ready", ...data };
  if (error === null || isFetching) return { state: "loading" };
  const { message, requestId } = error;
  return { state: "failed", message, requestId, retry: () => void refetch() };
}
