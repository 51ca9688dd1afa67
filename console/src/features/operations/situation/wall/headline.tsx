import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { changeText } from "@tracewater/contract/laboratory/series-text";
import { useTranslation } from "react-i18next";
import { useLocalized } from "../../../../kit/use-localized.ts";
import { useResourceLabels } from "../../../../resource/page-resource.ts";
import { headlineOf } from "./change-headline.ts";
import { shownLoad } from "./numbers.ts";
import type { SituationLoads } from "./use-wall-data.ts";

/** What the map shows in one sentence, made of the class of the change; then spans, plants and residue. */
export function Headline(props: { loads: SituationLoads | null; category: AnalyteCategory }) {
  const { t } = useTranslation("operations-situation");
  const localized = useLocalized();
  const report = useResourceLabels({ labels: reportLabels });
  const { loads } = props;
  const load = loads?.categories.find(({ category }) => category === props.category) ?? null;
  const { key, percent } = headlineOf(load);
  const title = t(`headline.${key}`, { category: t(`category.${props.category}`), percent });
  if (load === null || load.analyte === null || loads === null)
    return (
      <>
        <h1>{title}</h1>
        {loads === null ? null : <p>{t("wall.days", { from: loads.from, until: loads.until })}</p>}
      </>
    );
  const names = analyteLabels[load.analyte];
  return (
    <>
      <h1>{title}</h1>
      <p>
        {t("wall.basis", {
          ...{ from: loads.from, until: loads.until, plants: load.plants, people: shownLoad(load.people) },
          analyte: localized({ en: names.name, zh: names.nameZh }),
        })}
      </p>
      {load.change === null ? null : (
        <p>
          {changeText(report, { ...load, isTrendForbidden: false }, shownLoad)}
          {` · ${t("wall.paired", { count: load.pairedPlants })}`}
        </p>
      )}
    </>
  );
}
