import "./populations.css";
import { getPointPopulation, type PointPopulation } from "@tracewater/contract/laboratory/populations";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { DayField } from "../../../kit/day-field.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PointField } from "../../../pickers/point-field.tsx";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { MarkerDays } from "./marker-days.tsx";
import { MarkerDialog } from "./marker-dialog.tsx";
import { MethodTable } from "./method-table.tsx";
import { SettingTable } from "./setting-table.tsx";

/** The population of one point by every method, what each rests on, and which one the loads use. */
export default function PointPopulationPage() {
  return (
    <PermittedPage to="laboratory:population:query">
      <PopulationOfPoint />
    </PermittedPage>
  );
}

const filterNames = ["pointId", "from", "until"] as const;

function PopulationOfPoint() {
  const { t } = useTranslation("laboratory-populations");
  const { filters, change } = useUrlFilters(filterNames);
  const points = usePointOptions();
  const pointId = filters.values.pointId === "" ? points.options[0]?.value : Number(filters.values.pointId);
  return (
    <PageFrame title={t("title")} hint={t("hint")}>
      <Search
        values={{ ...filters.values, pointId: pointId === undefined ? "" : String(pointId) }}
        change={(values) => change({ values })}
      />
      {pointId === undefined ? (
        points.loading ? (
          <Loading lines={6} />
        ) : (
          <EmptyState title={t("noPoint")} text={t("noPointText")} />
        )
      ) : (
        <Population pointId={pointId} from={filters.values.from} until={filters.values.until} />
      )}
    </PageFrame>
  );
}

function Search(props: Parameters<typeof useSearchFields<(typeof filterNames)[number]>>[0]) {
  const { t } = useTranslation("laboratory-populations");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <PointField label={t("point")} {...field("pointId")} />
      <DayField label={t("from")} {...field("from")} />
      <DayField label={t("until")} {...field("until")} />
    </SearchForm>
  );
}

function Population({ pointId, from, until }: { pointId: number; from: string; until: string }) {
  const { t } = useTranslation("laboratory-populations");
  const mayEdit = hasPermission("laboratory:population:edit", useSession());
  const [isEntering, setIsEntering] = useState(false);
  const found = useApi(
    getPointPopulation,
    { params: { id: pointId }, query: { from, until } },
    { keepPrevious: true, handled: true },
  );
  const refresh = () => void invalidate(getPointPopulation);
  if (found.error !== null) return <ErrorBox error={found.error} onRetry={() => void found.refetch()} />;
  const data = found.data?.data;
  if (data === undefined) return <Loading lines={10} />;
  return (
    <div className="population-parts">
      <Card title={`${data.name} · ${data.code}`} hint={t("span", { from: data.from, until: data.until })}>
        <UsedSentence used={data.used} until={data.until} />
        <MethodTable data={data} mayEdit={mayEdit} onChanged={refresh} />
        <p className="population-quiet">{t("intervalText", { flow: data.flowUncertainty })}</p>
      </Card>
      <MarkerDays data={data} mayEdit={mayEdit} onEnter={() => setIsEntering(true)} onChanged={refresh} />
      <SettingTable data={data} mayEdit={mayEdit} onChanged={refresh} />
      {isEntering ? (
        <MarkerDialog data={data} onClose={() => setIsEntering(false)} onSaved={refresh} />
      ) : null}
    </div>
  );
}

/** Which population the loads use, and by which rule. */
function UsedSentence({ used, until }: { used: PointPopulation["used"]; until: string }) {
  const { t } = useTranslation("laboratory-populations");
  if (used.population === null) return <p className="population-used population-warn">{t("used.none")}</p>;
  const about = {
    ...{ day: until, population: formatNumber(used.population), since: used.since ?? "" },
    method: used.method === null ? t("used.noMethod") : t(`record.${used.method}`),
  };
  return (
    <p className="population-used">
      <strong>{t(used.since === null ? "used.undated" : "used.text", about)}</strong>{" "}
      {t(`used.${used.reason}`, about)}
    </p>
  );
}
