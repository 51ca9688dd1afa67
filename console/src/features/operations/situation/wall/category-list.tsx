import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { CategoryLoad } from "@tracewater/contract/operations/situation-loads";
import { useTranslation } from "react-i18next";
import { shortChange } from "../../../../charts/short-change.ts";
import { arrowOf, trendOf } from "./change-headline.ts";
import { CategoryMark, Spark } from "./marks.tsx";
import { shownLoad, yearBefore } from "./numbers.ts";
import { Reason, Section } from "./section.tsx";
import type { SituationLoads } from "./use-wall-data.ts";

/** The six categories; the lit one is that of ranking and map. */
export function CategoryList(props: {
  loads: SituationLoads | null;
  reason: string | null;
  lit: AnalyteCategory;
  onChoose: (category: AnalyteCategory) => void;
}) {
  const { t } = useTranslation("operations-situation");
  const { loads, reason } = props;
  return (
    <Section
      title={t("wall.categories")}
      note={t("wall.unit")}
      basis={loads === null ? undefined : t("wall.span", { from: loads.from, until: loads.until })}
    >
      {loads === null ? (
        <Reason text={reason ?? t("wall.noLoads")} />
      ) : (
        <ul className="wall-rows">
          {loads.categories.map((load) => (
            <li key={load.category}>
              <button
                type="button"
                className="wall-category"
                aria-pressed={load.category === props.lit}
                onClick={() => props.onChoose(load.category)}
              >
                <CategoryMark category={load.category} />
                <span className="wall-name">{t(`category.${load.category}`)}</span>
                <Figures load={load} year={yearBefore(loads.until)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Figures({ load, year }: { load: CategoryLoad; year: number }) {
  const { t } = useTranslation("operations-situation");
  if (load.mean === null) return <span className="wall-missing">{t("wall.notMeasured")}</span>;
  const { text } = shortChange(load);
  return (
    <>
      <Spark values={load.course.map(({ mean }) => mean)} colour={`var(--wall-cat-${load.category})`} />
      <span className="wall-figure">{shownLoad(load.mean)}</span>
      <span className={text === null ? "wall-change wall-missing" : "wall-change"}>
        {text === null
          ? load.change === null
            ? t("wall.noChange", { year })
            : t("wall.notShown")
          : `${arrowOf[trendOf(load)]} ${text}`}
      </span>
    </>
  );
}
