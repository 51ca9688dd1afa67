import type { CallInput } from "@tracewater/contract/call";
import { samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import { type listSamplings, samplingOrigin, samplingState } from "@tracewater/contract/laboratory/samplings";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useSampleLabels } from "../../../pickers/sample-labels.tsx";

export const filterNames = ["keyword", "state", "kind", "origin", "from", "until"] as const;
export type SamplingFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const dayMs = 86_400_000;

/** What the address asks of the list; nonsense in it asks for nothing. */
export function queryOf(values: SamplingFilters): NonNullable<CallInput<typeof listSamplings>["query"]> {
  const from = fromZonedInput(`${values.from}T00:00`);
  const until = fromZonedInput(`${values.until}T00:00`);
  return {
    keyword: values.keyword,
    state: samplingState.safeParse(values.state).data,
    kind: samplingKind.safeParse(values.kind).data,
    origin: samplingOrigin.safeParse(values.origin).data,
    ...(from === null ? {} : { beginTime: from }),
    ...(until === null ? {} : { endTime: until + dayMs - 1 }),
  };
}

export function SamplingSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const { form, field } = useSearchFields(props);
  const choice = <V extends string>(
    name: "state" | "kind" | "origin",
    options: readonly V[],
    labelOf: (value: V) => string,
  ) => (
    <ChoiceField
      label={label(name)}
      options={options.map((value) => ({ value, label: labelOf(value) }))}
      {...field(name)}
    />
  );
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      {choice("state", samplingState.options, (value) => label(`state.${value}`))}
      {choice("kind", samplingKind.options, (value) => label(`kind.${value}`))}
      {choice("origin", samplingOrigin.options, (value) => label(`origin.${value}`))}
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}
