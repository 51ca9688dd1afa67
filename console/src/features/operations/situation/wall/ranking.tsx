import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { SituationPoint } from "@tracewater/contract/operations/situation";
import { useTranslation } from "react-i18next";
import { shortChange } from "../../../../charts/short-change.ts";
import { arrowOf, trendOf } from "./change-headline.ts";
import { shownLoad, yearBefore } from "./numbers.ts";
import { Reason, Section } from "./section.tsx";

/** The plants with the highest mean, and the range of their days on one scale. */
export function Ranking(props: {
  category: AnalyteCategory;
  points: readonly SituationPoint[];
  rows: number;
  reason: string | null;
  until: string | null;
  onChoose: (pointId: number) => void;
}) {
  const { t } = useTranslation("operations-situation");
  const plants = props.points.filter((one) => one.isPlant && one.load !== null);
  const shown = plants.slice(0, props.rows);
  const max = Math.max(...shown.map(({ load }) => load?.highest ?? 0));
  return (
    <Section
      title={t("wall.highest", { category: t(`category.${props.category}`) })}
      note={t("wall.rankingNote")}
      basis={
        shown.length === 0 ? undefined : t("wall.ofPlants", { shown: shown.length, count: plants.length })
      }
    >
      {shown.length === 0 ? (
        <Reason text={props.reason ?? t("wall.noRanking")} />
      ) : (
        <ol className="wall-rows">
          {shown.map((point, at) => (
            <li key={point.pointId}>
              <button type="button" className="wall-rank" onClick={() => props.onChoose(point.pointId)}>
                <span className="wall-place">{at + 1}</span>
                <span className="wall-name">{point.name}</span>
                <Place point={point} max={max} category={props.category} year={yearBefore(props.until)} />
              </button>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Place(props: { point: SituationPoint; max: number; category: AnalyteCategory; year: number }) {
  const { t } = useTranslation("operations-situation");
  const { point, max, year } = props;
  const { load } = point;
  if (load === null) return null;
  const { text } = shortChange(point);
  const x = (value: number) => (max === 0 ? 0 : (value / max) * 420) + 6;
  return (
    <>
      <span className="wall-figure">{shownLoad(load.mean)}</span>
      <span className={text === null ? "wall-change wall-missing" : "wall-change"}>
        {text === null
          ? point.change === null
            ? t("wall.noChange", { year })
            : t("wall.notShown")
          : `${arrowOf[trendOf(point)]} ${text}`}
      </span>
      <svg className="wall-range" viewBox="0 0 432 12" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2="432" y1="6" y2="6" stroke="var(--wall-border)" strokeWidth="1" />
        <line
          x1={x(load.lowest)}
          x2={x(load.highest)}
          {...{
            y1: 6,
            y2: 6,
            strokeWidth: 4,
            strokeOpacity: 0.55,
            stroke: `var(--wall-cat-${props.category})`,
          }}
        />
        <circle cx={x(load.mean)} cy="6" r="5" fill={`var(--wall-cat-${props.category})`} />
      </svg>
    </>
  );
}
