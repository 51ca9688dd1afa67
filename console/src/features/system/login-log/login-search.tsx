import { logInReason } from "@tracewater/contract/system/login-log";
import { wayIn } from "@tracewater/contract/system/ways-in";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, TextField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";

export const logInFilters = [
  "userName",
  "status",
  "reason",
  "way",
  "beginTime",
  "endTime",
  "ipaddr",
] as const;
type Name = (typeof logInFilters)[number];

export function LogInSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("system-login-log");
  const { form, field } = useSearchFields(props);
  const labelled = (name: Name) => ({ label: t(`search.${name}`), ...field(name) });
  const choice = (name: Name, options: { value: string; label: string }[]) => (
    <ChoiceField label={t(`search.${name}`)} options={options} {...field(name)} />
  );
  const statuses = (["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }));
  const reasons = logInReason.options.map((value) => ({ value, label: t(`reason.${value}`) }));
  const ways = wayIn.options.map((value) => ({ value, label: t(`way.${value}`) }));
  return (
    <SearchForm {...form}>
      <TextField {...labelled("userName")} />
      {choice("status", statuses)}
      {choice("reason", reasons)}
      {choice("way", ways)}
      <DayField {...labelled("beginTime")} />
      <DayField {...labelled("endTime")} />
      <TextField {...labelled("ipaddr")} />
    </SearchForm>
  );
}
