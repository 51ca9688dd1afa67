import { logInReason } from "@tracewater/contract/system/login-log";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField, DayField, TextField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";

export const logInFilters = ["userName", "status", "reason", "beginTime", "endTime", "ipaddr"] as const;
type Name = (typeof logInFilters)[number];
type Values = Record<Name, string>;

const nothing: Values = { userName: "", status: "", reason: "", beginTime: "", endTime: "", ipaddr: "" };

export function LogInSearch(props: { values: Values; change: (values: Values) => void }) {
  const { t } = useTranslation("system-login-log");
  const [typed, setTyped] = useState(props.values);
  const field = (name: Name) => ({
    label: t(`search.${name}`),
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const choice = (name: Name, values: readonly string[]) => (
    <ChoiceField
      {...field(name)}
      options={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
      onChange={(value) => {
        const next = { ...typed, [name]: value };
        setTyped(next);
        props.change(next);
      }}
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
      <TextField {...field("userName")} />
      {choice("status", ["0", "1"])}
      {choice("reason", logInReason.options)}
      <DayField {...field("beginTime")} />
      <DayField {...field("endTime")} />
      <TextField {...field("ipaddr")} />
    </SearchForm>
  );
}
