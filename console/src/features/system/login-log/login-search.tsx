import { logInReason } from "@tracewater/contract/system/login-log";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchForm } from "../../../kit/search-form.tsx";

export const logInFilters = ["userName", "status", "reason", "beginTime", "endTime", "ipaddr"] as const;
type Name = (typeof logInFilters)[number];
type Values = Record<Name, string>;

const nothing: Values = { userName: "", status: "", reason: "", beginTime: "", endTime: "", ipaddr: "" };

export function LogInSearch(props: { values: Values; change: (values: Values) => void }) {
  const { t } = useTranslation("system-login-log");
  const [typed, setTyped] = useState(props.values);
  const input = (name: Name, day: boolean) => (
    <Input
      {...(day
        ? { type: "date", prefix: <span className="login-log-quiet">{t(`search.${name}`)}</span> }
        : { placeholder: t(`search.${name}`), allowClear: true })}
      aria-label={t(`search.${name}`)}
      maxLength={100}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  const choice = (name: Name, values: readonly string[]) => (
    <Select
      aria-label={t(`search.${name}`)}
      placeholder={t(`search.${name}`)}
      allowClear
      value={typed[name] === "" ? null : typed[name]}
      options={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
      onChange={(value: string | null | undefined) => {
        const next = { ...typed, [name]: value ?? "" };
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
      {input("userName", false)}
      {choice("status", ["0", "1"])}
      {choice("reason", logInReason.options)}
      {input("beginTime", true)}
      {input("endTime", true)}
      {input("ipaddr", false)}
    </SearchForm>
  );
}
