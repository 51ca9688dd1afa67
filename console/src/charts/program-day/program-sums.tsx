import "./program-day.css";
import type { ProgramDay } from "@tracewater/wbe/program-day";
import { formatNumber } from "../../kit/number.ts";
import { useChartTranslation } from "../chart-translation.ts";

/** What a day of a program comes to. */
export function ProgramSums({ plan }: { plan: ProgramDay }) {
  const t = useChartTranslation();
  const volumes = plan.bottles.map((bottle) => bottle.volume).filter((volume) => volume > 0);
  const [min, max] = [Math.min(...volumes), Math.max(...volumes)];
  const range = min === max ? formatNumber(max, 0) : `${formatNumber(min, 0)}–${formatNumber(max, 0)}`;
  const sums: [string, string, string][] = [
    [t("programDay.aliquots"), formatNumber(plan.taken, 0), ""],
    [t("programDay.volume"), formatNumber(plan.volume / 1000, 2), "L"],
    [t("programDay.perBottle"), volumes.length === 0 ? "—" : range, "mL"],
    [t("programDay.flow"), plan.flowVolume === null ? "—" : formatNumber(plan.flowVolume, 0), "m³/d"],
  ];
  return (
    <dl className="program-sums">
      {sums.map(([name, value, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {value === "—" ? null : <span className="program-unit">{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
