import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { type Field, filterFields, keywordFields } from "@tracewater/contract/resource/fields";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchForm } from "../kit/search-form.tsx";
import { useResourceLabels } from "./page-resource.ts";
import type { ResourceFilters } from "./resource-filters.ts";
import { useUnitOptions } from "./unit-options.ts";

type Change = (part: Partial<ResourceFilters>) => void;

/** The search over the list: one line of a keyword and a choice for each field that declares one. */
export function ResourceSearch(props: { resource: AnyResource; filters: ResourceFilters; change: Change }) {
  const { resource, filters, change } = props;
  const label = useResourceLabels(resource);
  const { t, i18n } = useTranslation("resource");
  const [keyword, setKeyword] = useState(filters.keyword);
  const inKeyword = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(
    keywordFields(resource).map((field, place) =>
      place === 0 ? label(field.label) : insideSentence(label(field.label)),
    ),
  );
  const choose = (name: string, value: string | undefined) => {
    const { [name]: _, ...others } = filters.chosen;
    change({ keyword: keyword.trim(), chosen: value === undefined ? others : { ...others, [name]: value } });
  };
  return (
    <SearchForm
      onSubmit={() => change({ keyword: keyword.trim() })}
      onReset={() => {
        setKeyword("");
        change({ keyword: "", chosen: {} });
      }}
    >
      <Input
        prefix={<Search size={16} strokeWidth={1.5} />}
        placeholder={shortened(inKeyword)}
        title={inKeyword}
        aria-label={t("searchIn", { fields: inKeyword })}
        maxLength={100}
        allowClear
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {filterFields(resource).map((field) => (
        <Filter
          key={field.name}
          field={field}
          label={label}
          value={filters.chosen[field.name]}
          onChange={(value) => choose(field.name, value)}
        />
      ))}
    </SearchForm>
  );
}

/** What fits into the field: of many names the first. */
function shortened(names: string): string {
  // Chinese characters are as wide as two letters.
  const width = names.length + (names.match(/\p{Script=Han}/gu)?.length ?? 0);
  return width <= maxShown ? names : `${names.split(/[,、，]/)[0]} …`;
}

/** A label's first letter, small within a sentence, unless it begins an abbreviation. */
function insideSentence(label: string): string {
  return /^.\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

const maxShown = 24;

type FilterProps = {
  field: Field;
  label: (key: string) => string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

function Filter(props: FilterProps) {
  return props.field.reference === "unit" ? <UnitFilter {...props} /> : <ChoiceFilter {...props} />;
}

function UnitFilter(props: FilterProps) {
  const units = useUnitOptions();
  const options = units.options.map(({ value, label }) => ({ value: String(value), label }));
  return <Choices {...props} options={options} />;
}

function ChoiceFilter(props: FilterProps) {
  const { field, label } = props;
  const options = field.options.map((value) => ({
    value,
    label: label(`${field.dictionary ?? field.name}.${value}`),
  }));
  return <Choices {...props} options={options} />;
}

const all = "";

function Choices(props: FilterProps & { options: { value: string; label: string }[] }) {
  const { t } = useTranslation("resource");
  const label = props.label(props.field.label);
  return (
    <Select
      showSearch={{ optionFilterProp: "label" }}
      prefix={<span className="resource-quiet">{label}</span>}
      aria-label={label}
      popupMatchSelectWidth={240}
      value={props.value ?? all}
      options={[{ value: all, label: t("all") }, ...props.options]}
      onChange={(value: string) => props.onChange(value === all ? undefined : value)}
    />
  );
}
