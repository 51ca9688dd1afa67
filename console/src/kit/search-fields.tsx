import Input from "antd/es/input";
import Select from "antd/es/select";
import { Search } from "lucide-react";
import { DayInput } from "./day/day-input.tsx";
import { useKitTranslation } from "./use-kit-translation.ts";

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A part of what one column holds; empty where nothing is looked for. */
export function TextField({ label, value, onChange }: FieldProps) {
  return (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={100}
      allowClear
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What is looked for in several columns of a list; empty where nothing is. */
export function KeywordField({ label, value, onChange }: FieldProps) {
  return (
    <Input
      aria-label={label}
      placeholder={label}
      prefix={<Search size={15} />}
      maxLength={100}
      allowClear
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One of several, or all of them: then its value is empty. */
export function ChoiceField(
  props: FieldProps & { options: { value: string; label: string }[]; searchable?: boolean },
) {
  const { label, value, onChange } = props;
  const t = useKitTranslation();
  return (
    <Select
      aria-label={label}
      prefix={<span className="search-label">{label}</span>}
      placeholder={t("search.all")}
      allowClear
      showSearch={props.searchable ? { optionFilterProp: "label" } : false}
      value={value === "" ? null : value}
      options={props.options}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? "")}
    />
  );
}

/** A day as `YYYY-MM-DD`; empty where there is none. Its label is in the field, for a day says nothing by itself. */
export function DayField({ label, value, onChange }: FieldProps) {
  return (
    <DayInput
      aria-label={label}
      prefix={<span className="day-label">{label}</span>}
      value={value}
      onChange={onChange}
    />
  );
}
