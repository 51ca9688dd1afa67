import "./ranking.css";
import type { RankedSite } from "@tracewater/contract/laboratory/site-ranking";
import { formatNumber } from "../kit/number.ts";
import { scaleTo } from "./chart-scale.ts";
import { rounded } from "./day-bars.tsx";

/** Places by their daily mean, the highest first, each as a dot from zero; the own one is marked. */
export function Ranking({ rows, label }: { rows: readonly RankedSite[]; label: string }) {
  const { max } = scaleTo(Math.max(0, ...rows.map((row) => row.load)));
  return (
    <table className="ranking" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr
            key={`${row.name} ${row.country} ${row.load}`}
            className={row.isOwn ? "ranking-own" : undefined}
            aria-current={row.isOwn ? "true" : undefined}
          >
            <th scope="row">{row.name}</th>
            <td className="ranking-country">{row.country}</td>
            <td className="ranking-track">
              <span style={{ insetInlineStart: `${(100 * row.load) / max}%` }} />
            </td>
            <td className="ranking-value num">{formatNumber(rounded(row.load))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
