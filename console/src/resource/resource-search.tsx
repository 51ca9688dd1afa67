import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { type Field, filterFields, keywordFields } from "@tracewater/contract/resource/fields";
import { useTranslation } from "react-i18next";
import { ChoiceField, KeywordField } from "../kit/search-fields.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { useSearchFields } from "../kit/use-search-fields.ts";
import { useResourceLabels } from "./page-resource.ts";
import type { ResourceFilters } from "./resource-filters.ts";
import { useUnitOptions } from "./unit-options.ts";

type Change = (part: Partial<ResourceFilters>) => void;

/** The search over the list: one line of a keyword and a choice for each field that declares one. */
export function ResourceSearch(props: { resource: AnyResource; filters: ResourceFilters; change: Change }) {
  const { resource, filters, change } = props;
  const label = useResourceLabels(resource);
  const { t, i18n } = useTranslation("resource");
  const inKeyword = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(
    keywordFields(resource).map((field, place) =>
      place === 0 ? label(field.label) : insideSentence(label(field.label)),
    ),
  );
  const fields = filterFields(resource);
  const { form, field } = useSearchFields<string>({
    values: {
      keyword: filters.keyword,
      ...Object.fromEntries(fields.map(({ name }) => [name, filters.chosen[name] ?? ""])),
    },
    change: ({ keyword, ...others }) =>
      change({
        ...(keyword === undefined ? {} : { keyword }),
        chosen: Object.fromEntries(Object.entries(others).filter(([, value]) => value !== "")),
      }),
  });
  return (
    <SearchForm {...form}>
      <KeywordField
        label={t("searchIn", { fields: inKeyword })}
        placeholder={shortened(inKeyword)}
        {...field("keyword")}
      />
      {fields.map((one) => (
        <Filter key={one.name} field={one} labelOf={label} {...field(one.name)} />
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
  labelOf: (key: string) => string;
  value: string;
  onChange: (value: string) => void;
};

function Filter({ field, labelOf, ...choice }: FilterProps) {
  const label = labelOf(field.label);
  if (field.reference === "unit") return <UnitFilter label={label} {...choice} />;
  const options = field.options.map((value) => ({
    value,
    label: labelOf(`${field.dictionary ?? field.name}.${value}`),
  }));
  return <ChoiceField label={label} searchable options={options} {...choice} />;
}

function UnitFilter(props: { label: string; value: string; onChange: (value: string) => void }) {
  const units = useUnitOptions();
  const options = units.options.map(({ value, label }) => ({ value: String(value), label }));
  return <ChoiceField searchable options={options} {...props} />;
}
