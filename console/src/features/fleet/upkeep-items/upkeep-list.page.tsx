import "./maintenance.css";
import {
  listUpkeepItems,
  maintenanceKind,
  maintenanceState,
} from "@tracewater/contract/fleet/maintenance-items";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { useUnitOptions } from "../../../resource/unit-options.ts";
import { MaintenanceCard } from "./maintenance-card.tsx";

const names = ["keyword", "state", "kind", "unitId"] as const;
type Name = (typeof names)[number];

/** What wears out or has to be calibrated, what is overdue first. */
export default function MaintenanceListPage() {
  return (
    <PermittedPage to="upkeep:item:list">
      <MaintenanceList />
    </PermittedPage>
  );
}

function MaintenanceList() {
  const { filters, change, isFiltered } = useUrlFilters(names);
  const [searchShown, setSearchShown] = useState(true);
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listUpkeepItems, { query }, { keepPrevious: true, handled: true });
  return (
    <PageFrame fill>
      {searchShown ? (
        <MaintenanceSearch values={filters.values} change={(values) => change({ values })} />
      ) : null}
      <MaintenanceCard
        found={found}
        deviceName={null}
        isFiltered={isFiltered}
        searchShown={searchShown}
        onToggleSearch={() => setSearchShown(!searchShown)}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
    </PageFrame>
  );
}

function MaintenanceSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("fleet-upkeep-items");
  const units = useUnitOptions();
  const { form, field } = useSearchFields(props);
  const choice = (name: Name, label: string, options: { value: string; label: string }[]) => (
    <ChoiceField label={label} options={options} {...field(name)} />
  );
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search")} {...field("keyword")} />
      {choice(
        "state",
        t("column.state"),
        maintenanceState.options.map((value) => ({ value, label: t(`state.${value}`) })),
      )}
      {choice(
        "kind",
        t("column.kind"),
        maintenanceKind.options.map((value) => ({ value, label: t(`kind.${value}`) })),
      )}
      {choice(
        "unitId",
        t("column.unit"),
        units.options.map(({ value, label }) => ({ value: String(value), label })),
      )}
    </SearchForm>
  );
}
