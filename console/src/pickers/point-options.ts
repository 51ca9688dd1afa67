import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { useRef, useState } from "react";
import { hasPermission, useSession } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";

const debounceMs = 250;

/** Whether the user may list sampling points at all. */
export function useMayListPoints(): boolean {
  return hasPermission("field:samplePoint:list", useSession());
}

/** Sampling points to choose from, found by what is typed; the first fifty that match. */
export function usePointOptions(unitId?: number) {
  const [keyword, setKeyword] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = { keyword, pageSize: 50, orderByColumn: "name", isAsc: "asc" } as const;
  const points = useApi(
    listSamplingPoints,
    { query: unitId === undefined ? query : { ...query, unitId } },
    { enabled: useMayListPoints(), keepPrevious: true, staleMs: 60_000 },
  );
  return {
    loading: points.isFetching,
    options: (points.data?.rows ?? []).map((point) => ({
      value: point.pointId,
      label: `${point.name} · ${point.code}`,
    })),
    onSearch: (text: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setKeyword(text), debounceMs);
    },
  };
}
