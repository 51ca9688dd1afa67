import "./age.css";
import { formatMoment } from "./moment.ts";
import { spanOf } from "./span.ts";
import { useNow } from "./ticking.ts";
import { useKitTranslation } from "./use-kit-translation.ts";

/**
 * How long ago something was: "4 s ago", the exact time on hover. Older than `staleAfterMs` it turns amber.
 * `bare` leaves out the "ago", for cells whose head says it.
 */
export function Age(props: {
  at: number | null | undefined;
  staleAfterMs?: number | undefined;
  bare?: boolean;
}) {
  const now = useNow();
  const t = useKitTranslation();
  if (props.at === null || props.at === undefined) return <span className="age">—</span>;
  const ms = now - props.at;
  const span = spanOf(ms);
  const stale = props.staleAfterMs !== undefined && ms > props.staleAfterMs;
  return (
    <time className={stale ? "age age-stale" : "age"} title={formatMoment(props.at)}>
      {t(props.bare ? `span.${span.unit}` : `ago.${span.unit}`, { count: span.count })}
    </time>
  );
}
