import { getSituation } from "@tracewater/contract/operations/situation";
import { useTranslation } from "react-i18next";
import { answeredAt } from "../../../../api/kept-answers.ts";
import { useLiveState } from "../../../../api/live.ts";
import { formatClock, formatDay, formatWeekday } from "../../../../kit/moment.ts";
import { siteConfig } from "../../../../kit/site-config.ts";
import { useNow } from "../../../../kit/ticking.ts";
import type { WallData } from "./use-wall-data.ts";

const amberMs = 15_000;
const veilMs = 60_000;

export type Freshness = "live" | "old" | "veiled";

/**
 * How old what is shown is: it is live while the event stream is, and veiled a minute after it was lost. What a display
 * kept from before is as old as its answers.
 */
export function useFreshness(): { freshness: Freshness; since: number } {
  const live = useLiveState();
  const now = useNow();
  if (live.state === "live") return { freshness: "live", since: live.since };
  const since = Math.min(live.since, answeredAt([getSituation]) ?? live.since);
  const age = now - since;
  return { freshness: age >= veilMs ? "veiled" : age >= amberMs ? "old" : "live", since };
}

export function Brand({ screen }: { screen: string }) {
  const app = useTranslation("app").t;
  const isEvidence = siteConfig.brand === "evidence";
  return (
    <header className={isEvidence ? "wall-brand wall-brand-long" : "wall-brand"}>
      <svg viewBox="0 0 24 30" aria-hidden="true">
        <path
          d="M12 2s9 10.4 9 17a9 9 0 0 1-18 0C3 12.4 12 2 12 2z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        />
        <path d="M6 19h3l2-4 3 7 2-3h2" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <strong>{siteConfig.title || (isEvidence ? app("product.evidence") : "Tracewater")}</strong>
      <span>{screen}</span>
    </header>
  );
}

/**
 * What is old on the screen, and since when: all of it where the line is gone, else the loads where these alone could not be
 * fetched; null where nothing is.
 */
export function useOldText(gap: WallData["loadsGap"], format: (time: number) => string): string | null {
  const { t } = useTranslation("operations-situation");
  const { freshness, since } = useFreshness();
  if (freshness !== "live") return t("wall.noLiveSince", { time: format(since) });
  if (gap === null) return null;
  return gap.since === null ? t("wall.loadsFailed") : t("wall.noLoadsSince", { time: format(gap.since) });
}

export function Clock({ gap = null }: { gap?: WallData["loadsGap"] }) {
  const { t, i18n } = useTranslation("operations-situation");
  const { freshness } = useFreshness();
  const old = useOldText(gap, formatClock);
  const now = useNow();
  const clock = formatClock(now);
  return (
    <header className="wall-clock">
      <span className={`wall-live wall-live-${old !== null && freshness === "live" ? "old" : freshness}`}>
        {old ?? t("wall.live")}
      </span>
      <span>
        {formatWeekday(now, i18n.language)} {formatDay(now)}
      </span>
      <time>
        {clock.slice(0, 5)}
        <small>{clock.slice(5)}</small>
      </time>
    </header>
  );
}

/** Next to a headline: that loads or points could not be fetched. */
export function GapNote({ gap }: { gap: WallData["loadsGap"] }) {
  const old = useOldText(gap, formatClock);
  return gap === null ? null : <p className="wall-gap">{old}</p>;
}
