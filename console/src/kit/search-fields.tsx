import Input from "antd/es/input";
import Select from "antd/es/select";
import { Search } from "lucide-react";
import type { ChangeEvent } from "react";
import { useKitTranslation } from "./use-kit-translation.ts";

/** `onChange` filters. */
type FieldProps = { label: string; value: string; onChange: (value: string) => void };
type TypedProps = FieldProps & { onType: (value: string) => void; placeholder?: string };

/** What is typed waits; the cross that empties a field filters, since the field then says that nothing is looked for. */
function typedInto({ onChange, onType }: Pick<TypedProps, "onChange" | "onType">) {
  return ({ type, target }: ChangeEvent<HTMLInputElement>) =>
    type === "click" ? onChange(target.value) : onType(target.value);
}

/** A part of what one column holds; empty where nothing is looked for. */
export function TextField({ label, value, ...handlers }: TypedProps) {
  return (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={100}
      allowClear
      value={value}
      onChange={typedInto(handlers)}
    />
  );
}

/** What is looked for in several columns of a list; empty where nothing is. */
export function KeywordField({ label, value, placeholder, ...handlers }: TypedProps) {
  return (
    <Input
      aria-label={label}
      placeholder={placeholder ?? label}
      title={placeholder === undefined ? undefined : label}
      prefix={<Search size={15} />}
      maxLength={100}
      allowClear
      value={value}
      onChange={typedInto(handlers)}
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
      // Names of units and analytes are longer than their field.
      popupMatchSelectWidth={props.searchable ? 280 : true}
      showSearch={props.searchable ? { optionFilterProp: "label" } : false}
      value={value === "" ? null : value}
      options={props.options}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? "")}
    />
  );
}
