import { assayFlag, assayState } from "@tracewater/contract/laboratory/assay-fields";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField, DayField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useAssayWords } from "./assay-parts.tsx";

export const filterNames = [
  ...(["keyword", "analyte", "state", "flag", "sampledFrom", "sampledUntil"] as const),
  // Set by pages that lead here.
  ...(["batchId", "deliveryNo"] as const),
] as const;
export type AssayFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const nothing = {
  ...{ keyword: "", analyte: "", state: "", flag: "", sampledFrom: "", sampledUntil: "" },
  ...{ batchId: "", deliveryNo: "" },
};

/** Which results are shown. */
export function AssaySearch(props: { values: AssayFilters; change: (values: AssayFilters) => void }) {
  const { t } = useTranslation("laboratory-assays");
  const word = useAssayWords();
  const [typed, setTyped] = useState(props.values);
  const choice = (name: "analyte" | "state" | "flag", options: readonly string[]) => (
    <ChoiceField
      label={word(name)}
      searchable={name === "analyte"}
      value={typed[name]}
      options={options.map((value) => ({ value, label: word(`${name}.${value}`) }))}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  const day = (name: "sampledFrom" | "sampledUntil", label: string) => (
    <DayField
      label={label}
      value={typed[name]}
      onChange={(chosen) => setTyped({ ...typed, [name]: chosen })}
    />
  );
  return (
    <SearchForm
      onSubmit={() => props.change(typed)}
      onReset={() => {
        setTyped(nothing);
        props.change(nothing);
      }}
    >
      <KeywordField
        label={t("search.keyword")}
        value={typed.keyword}
        onChange={(keyword) => setTyped({ ...typed, keyword })}
      />
      {choice("analyte", analyteName.options)}
      {choice("state", assayState.options)}
      {choice("flag", assayFlag.options)}
      {day("sampledFrom", t("search.from"))}
      {day("sampledUntil", t("search.until"))}
    </SearchForm>
  );
}
