import { listEvidenceStaff } from "@tracewater/contract/evidence/entrustments";
import { useApi } from "../../../api/use-api.ts";

/** The accounts that can examine, review or receive. */
export function useStaffOptions(): { loading: boolean; options: { value: number; label: string }[] } {
  const found = useApi(listEvidenceStaff, {}, { staleMs: 60_000 });
  const options = (found.data?.data ?? []).map(({ userId, name, unitName }) => ({
    value: userId,
    label: `${name} · ${unitName}`,
  }));
  return { loading: found.isFetching, options };
}
