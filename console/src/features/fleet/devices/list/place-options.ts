import { listDepts } from "@tracewater/contract/system/dept";
import { useApi } from "../../../../api/use-api.ts";

/** The enterprise units that the user sees: those departments whose parent is none of them. */
export function useUnitOptions() {
  const depts = useApi(listDepts, {}, { staleMs: 60_000 });
  const all = depts.data?.data ?? [];
  const ids = new Set(all.map((dept) => dept.deptId));
  return {
    loading: depts.isFetching,
    options: all
      .filter((dept) => !ids.has(dept.parentId))
      .sort((a, b) => a.orderNum - b.orderNum)
      .map((dept) => ({ value: dept.deptId, label: dept.deptName })),
  };
}
