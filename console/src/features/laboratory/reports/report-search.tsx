import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { reportState } from "@tracewater/contract/laboratory/reports";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { PointField } from "../../../pickers/point-field.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

export const filterNames = ["pointId", "state", "from", "until"] as const;

/** Which reports are shown. */
export function ReportSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <PointField label={t("search.point")} {...field("pointId")} />
      <ChoiceField
        label={t("search.state")}
        options={reportState.options.map((value) => ({ value, label: label(`state.${value}`) }))}
        {...field("state")}
      />
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}
