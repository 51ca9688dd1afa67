import { analyteCategory, analyteName } from "@tracewater/contract/laboratory/factors";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { PointField } from "../../../pickers/point-field.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

export const filterNames = ["pointId", "analyte", "category", "from", "until"] as const;
export type LoadFilters = Readonly<Record<(typeof filterNames)[number], string>>;

/** Which loads are shown; a point and an analyte together show their trend. */
export function LoadSearch(props: SearchProps<keyof LoadFilters>) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const report = useResourceLabels({ labels: reportLabels });
  const { form, field, choose } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <PointField label={t("search.point")} {...field("pointId")} />
      <ChoiceField
        label={label("analyte")}
        searchable
        options={analyteName.options.map((value) => ({ value, label: label(`analyte.${value}`) }))}
        {...field("analyte")}
        onChange={(analyte) => choose({ analyte, category: "" })}
      />
      <ChoiceField
        label={report("category")}
        options={analyteCategory.options.map((value) => ({ value, label: report(`category.${value}`) }))}
        {...field("category")}
        onChange={(category) => choose({ category, analyte: "" })}
      />
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}
