import { analyteCategory, analyteName } from "@tracewater/contract/laboratory/factors";
import { loadWords } from "@tracewater/contract/laboratory/load-words";
import { reportWords } from "@tracewater/contract/laboratory/report-words";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField, DayField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { useResourceWords } from "../../../resource/page-resource.ts";

export const filterNames = ["pointId", "analyte", "category", "from", "until"] as const;
export type LoadFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const nothing = { pointId: "", analyte: "", category: "", from: "", until: "" };

/** Which loads are shown; a point and an analyte together show their trend. */
export function LoadSearch(props: { values: LoadFilters; change: (values: LoadFilters) => void }) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  const report = useResourceWords({ words: reportWords });
  const points = usePointOptions();
  const [typed, setTyped] = useState(props.values);
  const day = (name: "from" | "until") => (
    <DayField
      label={t(`search.${name}`)}
      value={typed[name]}
      onChange={(day) => setTyped({ ...typed, [name]: day })}
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
      <Select
        aria-label={t("search.point")}
        placeholder={t("search.point")}
        allowClear
        showSearch={{ filterOption: false, onSearch: points.onSearch }}
        loading={points.loading}
        value={typed.pointId === "" ? null : Number(typed.pointId)}
        options={points.options}
        onChange={(chosen: number | null | undefined) =>
          setTyped({ ...typed, pointId: chosen === null || chosen === undefined ? "" : String(chosen) })
        }
      />
      <ChoiceField
        label={word("analyte")}
        searchable
        value={typed.analyte}
        options={analyteName.options.map((value) => ({ value, label: word(`analyte.${value}`) }))}
        onChange={(analyte) => setTyped({ ...typed, analyte, category: "" })}
      />
      <ChoiceField
        label={report("category")}
        value={typed.category}
        options={analyteCategory.options.map((value) => ({ value, label: report(`category.${value}`) }))}
        onChange={(category) => setTyped({ ...typed, category, analyte: "" })}
      />
      {day("from")}
      {day("until")}
    </SearchForm>
  );
}
