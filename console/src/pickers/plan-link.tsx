import { PathLink } from "../kit/path-link.tsx";

/** The sampling plan of a sampling; a dash where there is none. */
export function PlanLink({ plan }: { plan: { planId: number; planNo: string } | null }) {
  if (plan === null) return "—";
  return (
    <PathLink className="code" to={`/samplePoint/plan?id=${plan.planId}`}>
      {plan.planNo}
    </PathLink>
  );
}
