import { listDepts } from "@tracewater/contract/system/dept";
import { useApi } from "../api/use-api.ts";

type UnitOptions = { loading: boolean; options: { value: number; label: string }[] };

/** The units that the user reaches, departments behind the unit they belong to. */
export function useUnitOptions(): UnitOptions {
  const { loading, depts } = useDepts();
  const names = new Map(depts.map((dept) => [dept.deptId, dept.deptName]));
  return {
    loading,
    options: depts
      .map(({ deptId, parentId, deptName }) => {
        const above = names.get(parentId);
        return { value: deptId, label: above === undefined ? deptName : `${above} / ${deptName}` };
      })
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}

/** The enterprise units alone, in their order: those that the user reaches and whose parent they do not reach. */
export function useEnterpriseUnitOptions(): UnitOptions {
  const { loading, depts } = useDepts();
  const ids = new Set(depts.map((dept) => dept.deptId));
  return {
    loading,
    options: depts
      .filter((dept) => !ids.has(dept.parentId))
      .sort((a, b) => a.orderNum - b.orderNum)
      .map((dept) => ({ value: dept.deptId, label: dept.deptName })),
  };
}

function useDepts() {
  const depts = useApi(listDepts, {}, { staleMs: 60_000 });
  return { loading: depts.isFetching, depts: depts.data?.data ?? [] };
}
