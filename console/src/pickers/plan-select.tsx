import { listPlans, type SamplingPlan, weekDay } from "@tracewater/contract/laboratory/plans";
import Select from "antd/es/select";
import { hasPermission, useSession } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";

type Known = { planId: number | null; planNo: string | null };

/** A sampling plan of a point that is in force at a moment [ms]. `known` is the one that is chosen already. */
export function PlanSelect(props: {
  id?: string;
  value?: number | null;
  onChange?: (value: number | null) => void;
  pointId: number | null;
  at: number | null;
  known?: Known | null;
}) {
  const { id, value, onChange, pointId, at, known } = props;
  const mayList = hasPermission("laboratory:plan:list", useSession());
  const isAsked = mayList && pointId !== null && at !== null;
  const span = at === null ? {} : { beginTime: at, endTime: at };
  const query = { ...(pointId === null ? {} : { pointId }), ...span, pageSize: 100 };
  const found = useApi(listPlans, { query }, { enabled: isAsked, keepPrevious: true });
  const rows = isAsked && found.data !== undefined ? found.data.rows.filter((one) => isInForce(one, at)) : [];
  const listed = rows.map((one) => ({ value: one.planId, label: `${one.planNo} ${one.name}` }));
  const isListed = known?.planId == null || listed.some((one) => one.value === known.planId);
  const options = isListed ? listed : [{ value: known.planId, label: known.planNo }, ...listed];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      allowClear
      value={options.some((one) => one.value === value) ? (value ?? null) : null}
      loading={found.isFetching}
      options={options}
      onChange={(chosen: number | null | undefined) => onChange?.(chosen ?? null)}
    />
  );
}

/** Approved, not over, and the day in the plan's own zone is one of its days. */
function isInForce({ approvedAt, endedAt, days, zone }: SamplingPlan, at: number): boolean {
  if (approvedAt === null || (endedAt !== null && endedAt <= at)) return false;
  const name = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short" }).format(at);
  const day = weekDay.options.find((one) => one === name.toLowerCase());
  return day !== undefined && days.includes(day);
}
