import { connectionState } from "@tracewater/contract/fleet/devices";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type ListFilters, readFilters } from "../../../../device/list-filters.ts";
import { ChoiceField, KeywordField, TextField } from "../../../../kit/search-fields.tsx";
import { SearchForm } from "../../../../kit/search-form.tsx";
import { useSearchFields } from "../../../../kit/use-search-fields.ts";
import { PointField } from "../../../../pickers/point-field.tsx";
import { useMayListPoints } from "../../../../pickers/point-options.ts";
import { useEnterpriseUnitOptions } from "../../../../resource/unit-options.ts";

export type Filtering = { filters: ListFilters; change: (part: Partial<ListFilters>) => void };

/** The search over the list. */
export function DeviceSearch({ filters, change }: Filtering) {
  const { t } = useDeviceTexts();
  const units = useEnterpriseUnitOptions();
  const mayListPoints = useMayListPoints();
  const { form, field } = useSearchFields({
    values: {
      keyword: filters.keyword,
      state: filters.state ?? "",
      pointId: textOf(filters.pointId),
      unitId: textOf(filters.unitId),
      tag: filters.tag,
    },
    change: (next) => {
      const { keyword, state, pointId, unitId, tag } = readFilters(new URLSearchParams(next));
      change({ keyword, state, pointId, unitId, tag });
    },
  });
  return (
    <SearchForm {...form}>
      <KeywordField label={t("list.keyword")} {...field("keyword")} />
      <ChoiceField
        label={t("list.state")}
        options={connectionState.options.map((value) => ({ value, label: t(`connection.${value}`) }))}
        {...field("state")}
      />
      {mayListPoints ? <PointField label={t("list.point")} {...field("pointId")} /> : null}
      <ChoiceField
        label={t("list.unit")}
        searchable
        options={units.options.map(({ value, label }) => ({ value: String(value), label }))}
        {...field("unitId")}
      />
      <TextField label={t("list.tag")} {...field("tag")} />
    </SearchForm>
  );
}

const textOf = (id: number | null) => (id === null ? "" : String(id));
