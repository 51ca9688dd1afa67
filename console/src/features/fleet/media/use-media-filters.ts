import { type MediaState, mediaState } from "@tracewater/contract/fleet/media";
import { useSearchParams } from "react-router";

/** The page and the state of a gallery, kept in the address. */
export function useMediaFilters() {
  const [search, setSearch] = useSearchParams();
  const asked = mediaState.safeParse(search.get("state"));
  const state: MediaState | "" = asked.success ? asked.data : "";
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const go = (to: { page?: number; state?: MediaState | "" }) => {
    const next = { page: 1, state, ...to };
    setSearch({
      ...(next.state === "" ? {} : { state: next.state }),
      ...(next.page > 1 ? { page: String(next.page) } : {}),
    });
  };
  return { page, state, go };
}
