import { logInReason } from "@tracewater/contract/system/login-log";
import { useTranslation } from "react-i18next";
import { ChoiceField, DayField, TextField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";

export const logInFilters = ["userName", "status", "reason", "beginTime", "endTime", "ipaddr"] as const;
type Name = (typeof logInFilters)[number];

export function LogInSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("system-login-log");
  const { form, field, promptField } = useSearchFields(props);
  const labelled = (name: Name) => ({ label: t(`search.${name}`), ...field(name) });
  const choice = (name: Name, values: readonly string[]) => (
    <ChoiceField
      label={t(`search.${name}`)}
      options={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
      {...promptField(name)}
    />
  );
  return (
    <SearchForm {...form}>
      <TextField {...labelled("userName")} />
      {choice("status", ["0", "1"])}
      {choice("reason", logInReason.options)}
      <DayField {...labelled("beginTime")} />
      <DayField {...labelled("endTime")} />
      <TextField {...labelled("ipaddr")} />
    </SearchForm>
  );
}
