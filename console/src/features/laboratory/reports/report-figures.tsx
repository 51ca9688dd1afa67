import type { Means } from "@tracewater/contract/laboratory/load-series";
import { listLoads } from "@tracewater/contract/laboratory/loads";
import { fillWords, reportWords } from "@tracewater/contract/laboratory/report-words";
import type {
  ReportFigures as Figures,
  Report,
  ReportAnalyte,
  ReportCategory,
} from "@tracewater/contract/laboratory/reports";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { DayBars, isOneOf, rounded, withGaps } from "../../../charts/day-bars.tsx";
import { SiteStrip } from "../../../charts/site-strip.tsx";
import { Card } from "../../../kit/card.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State, type Tone } from "../../../kit/state.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

const kinds = ["weekday", "weekend", "daily"] as const;
const tones: Record<"increase" | "stable" | "decrease", Tone> = {
  increase: "warn",
  stable: "ok",
  decrease: "info",
};

/** The means of all analytes and categories; one of them day by day, with its weeks and the sites of Europe. */
export function ReportFigures(props: { report: Report; figures: Figures; runId: number }) {
  const { t } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const { analytes, categories } = props.figures;
  const [chosen, setChosen] = useState(analytes[0]?.analyte);
  const one = analytes.find(({ analyte }) => analyte === chosen);
  const heads = [
    word("weekday"),
    word("weekend"),
    word("daily"),
    word("expanded"),
    word("belowLoq"),
    word("change"),
    word("meanConsumption"),
    word("meanDoses"),
  ];
  return (
    <>
      <Card title={t("figures")} hint={word("perDayPer1000")}>
        <div className="report-scroll">
          <table className="report-table">
            <thead>
              <tr>
                <th>{word("analyte")}</th>
                {heads.map((head) => (
                  <th key={head} className={head === word("change") ? "report-left" : undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {analytes.map((row) => (
                <Row key={row.analyte} row={row}>
                  <button
                    type="button"
                    aria-pressed={row.analyte === chosen}
                    onClick={() => setChosen(row.analyte)}
                  >
                    {nameOf(word(`analyte.${row.analyte}`), row.measure, t)}
                  </button>
                </Row>
              ))}
              {categories.map((row) => (
                <Row key={row.category} row={row}>
                  {word("category")}: {nameOf(word(`category.${row.category}`), row.measure, t)}
                </Row>
              ))}
            </tbody>
          </table>
        </div>
        {categories.length === 0 ? null : <p className="report-quiet">{word("categories")}</p>}
      </Card>
      {one === undefined ? null : <Analyte one={one} report={props.report} runId={props.runId} />}
    </>
  );
}

function nameOf(
  name: string,
  measure: "per1000" | "load",
  t: (key: "wholeLoad", values: { name: string }) => string,
): string {
  return measure === "per1000" ? name : t("wholeLoad", { name });
}

function Row(props: { row: ReportAnalyte | ReportCategory; children: ReactNode }) {
  const { t } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const { row } = props;
  const isAnalyte = "analyte" in row;
  return (
    <tr>
      <td>{props.children}</td>
      {kinds.map((kind) => (
        <td key={kind}>
          <Mean means={row.means} kind={kind} />
        </td>
      ))}
      <td>{isAnalyte && row.expanded !== null ? `± ${formatNumber(row.expanded)} %` : "—"}</td>
      <td>{t("below", { below: row.below, results: row.results })}</td>
      <td className="report-left">
        {row.isTrendForbidden ? (
          <State tone="warn" label={word("noTrend")} />
        ) : row.change === null ? (
          <span className="report-quiet">{word("change.none")}</span>
        ) : (
          <State
            tone={tones[row.change.to]}
            label={`${word(`change.${row.change.to}`)}, ${short(row.change.before)}`}
          />
        )}
      </td>
      <td>{isAnalyte && row.consumption !== null ? `${short(row.consumption)} mg/d` : "—"}</td>
      <td>{isAnalyte && row.doses !== null ? short(row.doses) : "—"}</td>
    </tr>
  );
}

function Mean({ means, kind }: { means: Means; kind: (typeof kinds)[number] }) {
  const value = means[kind];
  if (value === null) return "—";
  return (
    <span title={value}>
      {short(value)} <span className="report-quiet">n = {means.days[kind]}</span>
    </span>
  );
}

function short(value: string | number): string {
  return formatNumber(rounded(Number(value)));
}

function Analyte({ one, report, runId }: { one: ReportAnalyte; report: Report; runId: number }) {
  const { t } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const { from, until, choices } = report;
  const query = { runId, analyte: one.analyte, from, until, pageSize: 400 };
  const { data } = useApi(listLoads, { query }, { keepPrevious: true });
  const days = (data?.rows ?? []).map((load) => {
    const text = one.measure === "per1000" ? load.per1000 : load.load;
    const value = text === null ? null : Number(text);
    const uncertainty = value === null || load.expanded === null ? null : (value * load.expanded) / 100;
    return { day: load.sampledOn, value, uncertainty, isHollow: load.substituted === "1" };
  });
  return (
    <Card
      title={word(`analyte.${one.analyte}`)}
      hint={`${word(one.measure === "per1000" ? "perDayPer1000" : "perDay")} · ${t("hollow")} · ${t("shaded")}`}
    >
      {one.isTrendForbidden ? <State tone="warn" label={word("noTrend")} /> : null}
      <DayBars
        days={withGaps(days)}
        isShaded={(day) => isOneOf(day, choices.daySet.weekend)}
        label={t("days")}
      />
      <div className="report-two">
        <div className="report-scroll">
          <table className="report-table">
            <thead>
              <tr>
                <th>{word("week")}</th>
                {kinds.map((kind) => (
                  <th key={kind}>{word(kind)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {one.weeks.map((week) => (
                <tr key={week.from}>
                  <td>
                    {week.from} – {week.until.slice(5)}
                  </td>
                  {kinds.map((kind) => (
                    <td key={kind}>
                      <Mean means={week.means} kind={kind} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Europe one={one} />
      </div>
      {one.warnings.length === 0 ? null : (
        <ul className="report-notes">
          {one.warnings.map(({ key, source }) => (
            <li key={key}>
              {word(`told.${key}`)} <span className="report-quiet">{source}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Europe({ one: { comparison } }: { one: ReportAnalyte }) {
  const word = useResourceWords({ words: reportWords });
  if (comparison === null) return null;
  const { year, residue, own, sites, source } = comparison;
  const title = fillWords(word("europe"), { residue, year });
  return (
    <div>
      <p>{title}</p>
      <SiteStrip
        label={title}
        least={Number(comparison.least)}
        lowerQuartile={Number(comparison.lowerQuartile)}
        median={Number(comparison.median)}
        upperQuartile={Number(comparison.upperQuartile)}
        most={Number(comparison.most)}
        own={own === null ? null : Number(own.mean)}
      />
      {own === null ? null : <p>{fillWords(word("europeText"), { below: own.sitesBelow, sites })}</p>}
      <p className="report-quiet">{fillWords(word("europeSource"), { source })}</p>
    </div>
  );
}
