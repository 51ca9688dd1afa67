import { assayFlag, assayState } from "@tracewater/contract/laboratory/assay-fields";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

export const filterNames = [
  ...(["keyword", "analyte", "state", "flag", "sampledFrom", "sampledUntil"] as const),
  // Set by pages that lead here.
  ...(["batchId", "deliveryNo", "questioned"] as const),
] as const;

/** Which results are shown. */
export function AssaySearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const { form, field } = useSearchFields(props);
  const choice = (name: "analyte" | "state" | "flag", options: readonly string[]) => (
    <ChoiceField
      label={label(name)}
      searchable={name === "analyte"}
      options={options.map((value) => ({ value, label: label(`${name}.${value}`) }))}
      {...field(name)}
    />
  );
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      {choice("analyte", analyteName.options)}
      {choice("state", assayState.options)}
      {choice("flag", assayFlag.options)}
      <DayField label={t("search.from")} {...field("sampledFrom")} />
      <DayField label={t("search.until")} {...field("sampledUntil")} />
    </SearchForm>
  );
}
