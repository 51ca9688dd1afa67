import { QueryClient } from "@tanstack/react-query";

/** The cache of what the server said. Nothing is tried again by itself: the live channel invalidates when it is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
