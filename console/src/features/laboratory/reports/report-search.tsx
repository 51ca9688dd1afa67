import { reportWords } from "@tracewater/contract/laboratory/report-words";
import { reportState } from "@tracewater/contract/laboratory/reports";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField, DayField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { useResourceWords } from "../../../resource/page-resource.ts";

export const filterNames = ["pointId", "state", "from", "until"] as const;
type ReportFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const nothing = { pointId: "", state: "", from: "", until: "" };

export function ReportSearch(props: { values: ReportFilters; change: (values: ReportFilters) => void }) {
  const { t } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const points = usePointOptions();
  const [typed, setTyped] = useState(props.values);
  const day = (name: "from" | "until") => (
    <DayField
      label={t(`search.${name}`)}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
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
        label={t("search.state")}
        value={typed.state}
        options={reportState.options.map((value) => ({ value, label: word(`state.${value}`) }))}
        onChange={(state) => setTyped({ ...typed, state })}
      />
      {day("from")}
      {day("until")}
    </SearchForm>
  );
}
