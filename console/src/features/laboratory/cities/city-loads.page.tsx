import "./cities.css";
import { type CityLoad, getCityLoads } from "@tracewater/contract/laboratory/city-loads";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { daySets } from "@tracewater/contract/laboratory/load-series";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { DayBars, isOneOf, withGaps } from "../../../charts/day-bars.tsx";
import { Card } from "../../../kit/card.tsx";
import { DayField } from "../../../kit/day-field.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { ChoiceField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { CityTable } from "./city-table.tsx";
import { PlantTable } from "./plant-table.tsx";

/** Cities compared by their load, and the plants that a city consists of. */
export default function CityLoadsPage() {
  return (
    <PermittedPage to="laboratory:load:list">
      <CityLoads />
    </PermittedPage>
  );
}

const filterNames = ["analyte", "from", "until", "city", "country"] as const;
type Filters = Readonly<Record<(typeof filterNames)[number], string>>;

function CityLoads() {
  const { t } = useTranslation("laboratory-cities");
  const label = useResourceLabels({ labels: loadLabels });
  const { filters, change } = useUrlFilters(filterNames);
  const analyte = analyteName.safeParse(filters.values.analyte).data ?? "benzoylEconine";
  const values = { ...filters.values, analyte };
  const found = useApi(getCityLoads, { query: values }, { keepPrevious: true, handled: true });
  const data = found.data?.data;
  const choose = ({ city, country }: CityLoad) => change({ values: { ...values, city, country } });
  const chosen =
    data?.cities.find((one) => one.city === values.city && one.country === values.country) ?? null;
  return (
    <PageFrame title={t("title")} hint={t("hint")}>
      <Search values={values} change={(next) => change({ values: next })} />
      {found.error === null ? null : <ErrorBox error={found.error} onRetry={() => void found.refetch()} />}
      {data === undefined ? (
        found.error === null ? (
          <Loading lines={8} />
        ) : null
      ) : (
        <div className="city-parts">
          <Card
            title={label(`analyte.${analyte}`)}
            hint={
              data.from === null || data.until === null
                ? undefined
                : t("span", { from: data.from, until: data.until })
            }
          >
            <CityTable cities={data.cities} chosen={chosen} onChoose={choose} />
            <p className="city-quiet">{t("rule")}</p>
          </Card>
          {chosen === null || data.from === null || data.until === null ? null : (
            <ChosenCity
              city={chosen}
              days={data.days}
              span={{ from: data.from, until: data.until }}
              asked={values}
            />
          )}
        </div>
      )}
      {data !== undefined && data.cities.length > 0 && chosen === null ? (
        <EmptyState title={t("choose")} text={t("chooseText")} />
      ) : null}
    </PageFrame>
  );
}

function Search(props: SearchProps<keyof Filters>) {
  const { t } = useTranslation("laboratory-cities");
  const label = useResourceLabels({ labels: loadLabels });
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <ChoiceField
        label={label("analyte")}
        searchable
        options={analyteName.options.map((value) => ({ value, label: label(`analyte.${value}`) }))}
        {...field("analyte")}
      />
      <DayField label={t("from")} {...field("from")} />
      <DayField label={t("until")} {...field("until")} />
    </SearchForm>
  );
}

type ChosenProps = {
  city: CityLoad;
  days: readonly { day: string; mean: string; plants: number; share: number }[];
  span: { from: string; until: string };
  asked: Filters;
};

/** A city day by day, and its plants. */
function ChosenCity({ city, days, span, asked }: ChosenProps) {
  const { t } = useTranslation("laboratory-cities");
  const bars = days.map(({ day, mean, share }) => ({
    ...{ day, value: Number(mean), interval: null, isHollow: share < 0.995 },
  }));
  return (
    <Card title={`${city.city}, ${city.country}`} hint={t("days.hint")}>
      <DayBars
        days={withGaps(bars, span)}
        band={city.low === null || city.high === null ? null : { low: city.low, high: city.high }}
        isShaded={(day) => isOneOf(day, daySets.euda.weekend)}
        label={t("days.label", { city: city.city })}
        unit={t("unit")}
      />
      <p className="city-quiet">{t("days.text")}</p>
      <PlantTable city={city} asked={asked} />
    </Card>
  );
}
