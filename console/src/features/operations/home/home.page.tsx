import { countDevices } from "@tracewater/contract/fleet/devices";
import { familyKeys } from "@tracewater/contract/fleet/families";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLive } from "../../../api/live.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatDay, formatWeekday } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { siteConfig } from "../../../kit/site-config.ts";
import { useNow } from "../../../kit/ticking.ts";
import { useRested } from "../../../kit/use-rested.ts";
import { Attention } from "./attention.tsx";
import { Fleet } from "./fleet.tsx";
import { sumOf } from "./fleet-state.ts";
import { LatestLoads } from "./latest-loads.tsx";
import { Recent } from "./recent.tsx";
import { WaitingWorkCard } from "./waiting-work.tsx";

/** The trends are fetched once the page can be used: nobody waits for them. */
const restMs = 500;
const LoadTrends = lazy(() => import("./load-trends.tsx").then((part) => ({ default: part.LoadTrends })));

/** The circulation of evidence has nothing to do with loads of wastewater. */
const showsLoads = siteConfig.brand !== "evidence";

const familyTopics = familyKeys.map((key) => `family:${key}`);

/** What wants attention, then the state of the fleet. Only what the platform knows now; nothing is invented. */
export default function HomePage() {
  const { t, i18n } = useTranslation("operations-home");
  const counts = useApi(countDevices, {}, { everyMs: 60_000, handled: true });
  const today = useNow(60_000);
  const isRested = useRested(counts.isSuccess, restMs);
  useLive(familyTopics, (event) => {
    if (event.type === "connection") void invalidate(countDevices);
  });
  const sum = counts.data ? sumOf(counts.data.data) : null;
  return (
    <PageFrame
      title={t("day", { weekday: formatWeekday(today, i18n.language), date: formatDay(today) })}
      extra={<Link to="/visual">{t("wall")}</Link>}
      hint={sum && sum.devices > 0 ? t("summary", { online: sum.online, count: sum.devices }) : " "}
    >
      {counts.isPending ? (
        <Card>
          <Loading lines={6} />
        </Card>
      ) : counts.isError ? (
        <Card>
          <ErrorBox error={counts.error} onRetry={() => void counts.refetch()} />
        </Card>
      ) : (
        <div className={sum?.devices === 0 ? "" : "home-columns"}>
          <div className="home-column">
            <WaitingWorkCard />
            {sum?.devices === 0 ? null : <Attention counts={counts.data.data} />}
            {isRested && showsLoads ? (
              <Suspense fallback={null}>
                <LoadTrends />
              </Suspense>
            ) : null}
          </div>
          <div className="home-column">
            <Fleet counts={counts.data.data} />
            {showsLoads ? <LatestLoads /> : null}
            <Recent />
          </div>
        </div>
      )}
    </PageFrame>
  );
}
