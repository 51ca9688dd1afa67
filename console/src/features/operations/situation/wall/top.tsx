import { getSituation } from "@tracewater/contract/operations/situation";
import { useTranslation } from "react-i18next";
import { answeredAt } from "../../../../api/kept-answers.ts";
import { useLiveState } from "../../../../api/live.ts";
import { formatClock, formatDay, formatWeekday } from "../../../../kit/moment.ts";
import { siteConfig } from "../../../../kit/site-config.ts";
import { useNow } from "../../../../kit/ticking.ts";

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

export function Clock() {
  const { t, i18n } = useTranslation("operations-situation");
  const { freshness, since } = useFreshness();
  const now = useNow();
  const clock = formatClock(now);
  return (
    <header className="wall-clock">
      <span className={`wall-live wall-live-${freshness}`}>
        {freshness === "live" ? t("wall.live") : t("wall.noLiveSince", { time: formatClock(since) })}
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
