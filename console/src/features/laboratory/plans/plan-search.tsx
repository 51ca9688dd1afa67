import type { CallInput } from "@tracewater/contract/call";
import { type listPlans, planMode, planPurpose, planState } from "@tracewater/contract/laboratory/plans";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { usePlanLabels } from "./plan-labels.tsx";

export const filterNames = ["keyword", "state", "purpose", "mode", "from", "until", "sort"] as const;
export type PlanFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const sortKeys = ["startsAt", "endsAt", "planNo", "name"] as const;
const dayMs = 86_400_000;

/** What the address asks of the list; nonsense in it asks for nothing. */
export function queryOf(values: PlanFilters): NonNullable<CallInput<typeof listPlans>["query"]> {
  const from = fromZonedInput(`${values.from}T00:00`);
  const until = fromZonedInput(`${values.until}T00:00`);
  const sort = sortOf(values);
  return {
    keyword: values.keyword,
    state: planState.safeParse(values.state).data,
    purpose: planPurpose.safeParse(values.purpose).data,
    mode: planMode.safeParse(values.mode).data,
    ...(from === null ? {} : { beginTime: from }),
    ...(until === null ? {} : { endTime: until + dayMs - 1 }),
    ...(sort === undefined ? {} : { orderByColumn: sort.key, isAsc: sort.order }),
  };
}

/** `startsAt-asc` in the address. */
export function sortOf({ sort }: PlanFilters) {
  const [name, order] = sort.split("-");
  const key = sortKeys.find((one) => one === name);
  return key === undefined
    ? undefined
    : { key, order: order === "asc" ? ("asc" as const) : ("desc" as const) };
}

export function PlanSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-plans");
  const label = usePlanLabels();
  const { form, field } = useSearchFields(props);
  const options = <V extends string>(values: readonly V[], labelOf: (value: V) => string) =>
    values.map((value) => ({ value, label: labelOf(value) }));
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      <ChoiceField
        label={label("state")}
        {...field("state")}
        options={options(planState.options, (value) => label(`state.${value}`))}
      />
      <ChoiceField
        label={label("purpose")}
        {...field("purpose")}
        options={options(planPurpose.options, (value) => label(`purpose.${value}`))}
      />
      <ChoiceField
        label={label("mode")}
        {...field("mode")}
        options={options(planMode.options, (value) => label(`mode.${value}`))}
      />
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}
