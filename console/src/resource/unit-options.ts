import { listDepts } from "@tracewater/contract/system/dept";
import { useApi } from "../api/use-api.ts";

/** The units that the user reaches, departments behind the unit they belong to. */
export function useUnitOptions(): { loading: boolean; options: { value: number; label: string }[] } {
  const depts = useApi(listDepts, {}, { staleMs: 60_000 });
  const all = depts.data?.data ?? [];
  const names = new Map(all.map((dept) => [dept.deptId, dept.deptName]));
  return {
    loading: depts.isFetching,
    options: all
      .map(({ deptId, parentId, deptName }) => {
        const above = names.get(parentId);
        return { value: deptId, label: above === undefined ? deptName : `${above} / ${deptName}` };
      })
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}
