import type { CallInput } from "@tracewater/contract/call";
import { type listPlans, planMode, planPurpose, planState } from "@tracewater/contract/laboratory/plans";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { ChoiceField, DayField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { usePlanWords } from "./plan-words.tsx";

export const filterNames = ["keyword", "state", "purpose", "mode", "from", "until", "sort"] as const;
export type PlanFilters = Readonly<Record<(typeof filterNames)[number], string>>;

const nothing: PlanFilters = {
  keyword: "",
  state: "",
  purpose: "",
  mode: "",
  from: "",
  until: "",
  sort: "",
};
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

export function PlanSearch(props: { values: PlanFilters; change: (values: PlanFilters) => void }) {
  const { t } = useTranslation("laboratory-plans");
  const word = usePlanWords();
  const [typed, setTyped] = useState(props.values);
  const field = (name: keyof PlanFilters, label: string) => ({
    label,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const options = <V extends string>(values: readonly V[], labelOf: (value: V) => string) =>
    values.map((value) => ({ value, label: labelOf(value) }));
  return (
    <SearchForm onSubmit={() => props.change(typed)} onReset={() => props.change(nothing)}>
      <KeywordField {...field("keyword", t("search.keyword"))} />
      <ChoiceField
        {...field("state", word("state"))}
        options={options(planState.options, (value) => word(`state.${value}`))}
      />
      <ChoiceField
        {...field("purpose", word("purpose"))}
        options={options(planPurpose.options, (value) => word(`purpose.${value}`))}
      />
      <ChoiceField
        {...field("mode", word("mode"))}
        options={options(planMode.options, (value) => word(`mode.${value}`))}
      />
      <DayField {...field("from", t("search.from"))} />
      <DayField {...field("until", t("search.until"))} />
    </SearchForm>
  );
}
