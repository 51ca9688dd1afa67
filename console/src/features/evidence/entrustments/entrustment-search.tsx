import type { CallInput } from "@tracewater/contract/call";
import {
  entrustmentDecision,
  entrustmentState,
  workType,
} from "@tracewater/contract/evidence/entrustment-fields";
import type { listEntrustments } from "@tracewater/contract/evidence/entrustments";
import { useTranslation } from "react-i18next";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useEntrustmentLabels } from "./evidence-labels.tsx";

export const filterNames = ["keyword", "state", "decision", "workType", "sort"] as const;
type Filters = Readonly<Record<(typeof filterNames)[number], string>>;
const sortKeys = ["createdAt", "entrustmentNo", "clientName", "dueDate", "decisionDue"] as const;

/** What the address asks of the list; nonsense in it asks for nothing. */
export function queryOf(values: Filters): NonNullable<CallInput<typeof listEntrustments>["query"]> {
  const sort = sortOf(values);
  return {
    keyword: values.keyword,
    state: entrustmentState.safeParse(values.state).data,
    decision: entrustmentDecision.safeParse(values.decision).data,
    workType: workType.safeParse(values.workType).data,
    ...(sort === undefined ? {} : { orderByColumn: sort.key, isAsc: sort.order }),
  };
}

/** `dueDate-asc` in the address. */
export function sortOf({ sort }: Filters) {
  const [name, order] = sort.split("-");
  const key = sortKeys.find((one) => one === name);
  return key === undefined
    ? undefined
    : { key, order: order === "asc" ? ("asc" as const) : ("desc" as const) };
}

export function EntrustmentSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search")} {...field("keyword")} />
      <ChoiceField
        label={label("state")}
        options={entrustmentState.options.map((value) => ({ value, label: label(`state.${value}`) }))}
        {...field("state")}
      />
      <ChoiceField
        label={label("decision")}
        options={entrustmentDecision.options.map((value) => ({ value, label: label(`decision.${value}`) }))}
        {...field("decision")}
      />
      <ChoiceField
        label={label("workTypes")}
        options={workType.options.map((value) => ({ value, label: label(`workTypes.${value}`) }))}
        {...field("workType")}
      />
    </SearchForm>
  );
}
