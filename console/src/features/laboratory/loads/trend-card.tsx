import { loadWords } from "@tracewater/contract/laboratory/load-words";
import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { useResourceWords } from "../../../resource/page-resource.ts";
import { rounded } from "./load-columns.tsx";
import { isWeekend, type TrendDay, toTrend } from "./trend.ts";
import { TrendBars } from "./trend-bars.tsx";

const mostDays = 400;

/** One analyte at one point, day by day: missing days are left open, a value below the LOQ is hollow. */
export function TrendCard(props: {
  asked: { pointId: string; analyte: string; from: string; until: string };
  onShow: (load: Load) => void;
}) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  const asked = Object.fromEntries(Object.entries(props.asked).filter(([, value]) => value !== ""));
  const query = { ...asked, pageSize: mostDays };
  const { data } = useApi(listLoads, { query }, { keepPrevious: true, handled: true });
  if (data === undefined) return <Loading lines={5} />;
  const [first] = data.rows;
  if (first === undefined) return null;
  const hasPeople = data.rows.every((row) => row.per1000 !== null);
  const days = toTrend(data.rows, hasPeople);
  const known = days.filter((day) => day.value !== null);
  const mean = (of: readonly TrendDay[]) =>
    of.length === 0
      ? "—"
      : formatNumber(rounded(of.reduce((sum, day) => sum + (day.value ?? 0), 0) / of.length));
  const below = data.rows.filter((row) => row.flag === "belowLoq" || row.flag === "notDetected").length;
  return (
    <Card
      title={t("trend.title", { analyte: word(`analyte.${first.analyte}`), point: first.pointName })}
      hint={t(hasPeople ? "trend.hint" : "trend.hintLoad")}
    >
      {below * 2 > data.rows.length ? <p className="load-no-trend">{t("trend.noTrend")}</p> : null}
      <TrendBars days={days} label={t("trend.label")} onShow={props.onShow} />
      <p className="load-means num">
        <span>{t("trend.mean", { count: known.length, mean: mean(known) })}</span>
        <span>{t("trend.weekday", { mean: mean(known.filter((day) => !isWeekend(day.day))) })}</span>
        <span>{t("trend.weekend", { mean: mean(known.filter((day) => isWeekend(day.day))) })}</span>
        <span className="load-quiet">{t("trend.substituted")}</span>
        <span className="load-quiet">{t("trend.weekends")}</span>
      </p>
    </Card>
  );
}
