import { severity } from "@tracewater/contract/fleet/alarm-rules";
import { familyKeys } from "@tracewater/contract/fleet/families";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useAlarmWords } from "../../../pickers/alarm-words.tsx";
import { useUnitOptions } from "../../../resource/unit-options.ts";

export const filterNames = [
  "keyword",
  "state",
  "severity",
  "typeKey",
  "unitId",
  "deviceId",
  "ruleId",
] as const;
export type AlarmFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const states = ["open", "active", "acknowledged", "shelved", "cleared"] as const;
const nothing = { keyword: "", state: "", severity: "", typeKey: "", unitId: "", deviceId: "", ruleId: "" };

/** Which alarms are shown. */
export function AlarmSearch(props: { values: AlarmFilters; change: (values: AlarmFilters) => void }) {
  const { t } = useTranslation("fleet-alarms");
  const word = useAlarmWords();
  const units = useUnitOptions();
  const [typed, setTyped] = useState(props.values);
  const choice = (name: keyof AlarmFilters, label: string, options: { value: string; label: string }[]) => (
    <ChoiceField
      label={label}
      searchable={name === "unitId"}
      value={typed[name]}
      options={options}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <SearchForm onSubmit={() => props.change(typed)} onReset={() => props.change(nothing)}>
      <KeywordField
        label={t("search.keyword")}
        value={typed.keyword}
        onChange={(keyword) => setTyped({ ...typed, keyword })}
      />
      {choice(
        "state",
        t("column.state"),
        states.map((value) => ({ value, label: t(`state.${value}`) })),
      )}
      {choice(
        "severity",
        word("severity"),
        severity.options.map((value) => ({ value, label: word(`severity.${value}`) })),
      )}
      {choice(
        "typeKey",
        word("typeKey"),
        familyKeys.map((value) => ({ value, label: word(`typeKey.${value}`) })),
      )}
      {choice(
        "unitId",
        t("column.unit"),
        units.options.map(({ value, label }) => ({ value: String(value), label: String(label) })),
      )}
    </SearchForm>
  );
}
