import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";

export const operationFilters = [
  "operName",
  "title",
  "thing",
  "status",
  "beginTime",
  "endTime",
  "operIp",
] as const;
export type OperationValues = Record<(typeof operationFilters)[number], string>;

const nothing: OperationValues = {
  operName: "",
  title: "",
  thing: "",
  status: "",
  beginTime: "",
  endTime: "",
  operIp: "",
};

/** Who, what, with which result, when, from where. */
export function OperationSearch(props: {
  values: OperationValues;
  change: (values: OperationValues) => void;
}) {
  const { t } = useTranslation("system-audit");
  const [typed, setTyped] = useState(props.values);
  const set = (part: Partial<OperationValues>) => setTyped({ ...typed, ...part });
  const text = (name: "operName" | "title" | "thing" | "operIp") => (
    <Input
      key={name}
      aria-label={t(`search.${name}`)}
      placeholder={t(`search.${name}`)}
      maxLength={100}
      allowClear
      value={typed[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const day = (name: "beginTime" | "endTime") => (
    <DayField
      key={name}
      label={t(`search.${name}`)}
      value={typed[name]}
      onChange={(day) => set({ [name]: day })}
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
      {text("operName")}
      {text("title")}
      {text("thing")}
      <Select
        aria-label={t("search.status")}
        placeholder={t("search.status")}
        allowClear
        value={typed.status === "" ? null : typed.status}
        options={["0", "1"].map((value) => ({ value, label: t(`status.${value}`) }))}
        onChange={(value: string | null | undefined) => {
          const next = { ...typed, status: value ?? "" };
          setTyped(next);
          props.change(next);
        }}
      />
      {day("beginTime")}
      {day("endTime")}
      {text("operIp")}
    </SearchForm>
  );
}
