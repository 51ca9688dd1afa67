import { type CategoryLoad, getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { shortChange } from "../../../charts/short-change.ts";
import { Card } from "../../../kit/card.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Sparkline } from "../../../kit/sparkline.tsx";

const shown = (value: string) => formatNumber(Number(Number(value).toPrecision(3)));

/** The categories that were measured, each with its course and the change that a report would give it. */
export function LoadTrends() {
  const { t } = useTranslation("operations-home");
  const mayList = hasPermission("laboratory:load:list", useSession());
  const { data } = useApi(getSituationLoads, { query: {} }, { enabled: mayList, silent: true });
  const loads = data?.data ?? null;
  const measured = loads?.categories.filter(({ mean }) => mean !== null) ?? [];
  if (loads === null || measured.length === 0) return null;
  const { from, until } = loads;
  return (
    <Card
      title={t("loads.trend")}
      hint={t("loads.trendHint", { from, until, unit: t("loads.unit") })}
      extra={<PathLink to="/visual/situation">{t("wall")}</PathLink>}
      ruled
      flush
    >
      <div className="home-scroll">
        <table className="load-trends">
          <thead>
            <tr>
              <th>{t("loads.category")}</th>
              <th className="num">{t("loads.mean")}</th>
              <th className="num">{t("loads.plants")}</th>
              <th>{t("loads.course")}</th>
              <th>{t("loads.change")}</th>
            </tr>
          </thead>
          <tbody>
            {measured.map((load) => (
              <TrendRow key={load.category} load={load} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function TrendRow({ load }: { load: CategoryLoad }) {
  const { t } = useTranslation("operations-home");
  const { category, mean, plants, course, changeGap } = load;
  const values = course.flatMap((week) => (week.mean === null ? [] : [week.mean]));
  const { text, to } = shortChange(load);
  const interval = load.change?.interval ?? null;
  return (
    <tr>
      <td>
        <PathLink to={`/laboratory/load?category=${category}`}>{t(`category.${category}`)}</PathLink>
      </td>
      <td className="num">{mean === null ? "—" : shown(mean)}</td>
      <td className="num">{plants}</td>
      <td>
        {values.length < 2 ? null : (
          <Sparkline {...{ values, width: 110, height: 24, colour: "var(--accent)" }} />
        )}
      </td>
      <td>
        {text === null || to === null
          ? t(
              changeGap === "trendForbidden"
                ? "change.below"
                : changeGap === null
                  ? "change.notShown"
                  : "change.noYear",
            )
          : `${t(`change.${to}`)}, ${text}`}
        {interval === null ? null : (
          <span className="attention-subject">
            {" "}
            {t("change.interval", { low: whole(interval.low), high: whole(interval.high) })}
          </span>
        )}
      </td>
    </tr>
  );
}

const whole = (percent: number) => formatNumber(Math.round(percent));
