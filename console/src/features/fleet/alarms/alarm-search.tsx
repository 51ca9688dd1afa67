import { severity } from "@tracewater/contract/fleet/alarm-rules";
import { familyKeys } from "@tracewater/contract/fleet/families";
import { useTranslation } from "react-i18next";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useAlarmLabels } from "../../../pickers/alarm-labels.tsx";
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
type Name = (typeof filterNames)[number];
export type AlarmFilters = Readonly<Record<Name, string>>;

const states = ["open", "active", "acknowledged", "shelved", "cleared"] as const;

/** Which alarms are shown. */
export function AlarmSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("fleet-alarms");
  const labelOf = useAlarmLabels();
  const units = useUnitOptions();
  const { form, field } = useSearchFields(props);
  const choice = (name: Name, label: string, options: { value: string; label: string }[]) => (
    <ChoiceField label={label} searchable={name === "unitId"} options={options} {...field(name)} />
  );
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      {choice(
        "state",
        t("column.state"),
        states.map((value) => ({ value, label: t(`state.${value}`) })),
      )}
      {choice(
        "severity",
        labelOf("severity"),
        severity.options.map((value) => ({ value, label: labelOf(`severity.${value}`) })),
      )}
      {choice(
        "typeKey",
        labelOf("typeKey"),
        familyKeys.map((value) => ({ value, label: labelOf(`typeKey.${value}`) })),
      )}
      {choice(
        "unitId",
        t("column.unit"),
        units.options.map(({ value, label }) => ({ value: String(value), label: String(label) })),
      )}
    </SearchForm>
  );
}
