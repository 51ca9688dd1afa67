import type { CallInput } from "@tracewater/contract/call";
import { boardOutcome } from "@tracewater/contract/laboratory/board-readings";
import { confirmation, type listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import { boardLabel } from "@tracewater/contract/laboratory/boards";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useBoardLabels } from "./use-board-labels.ts";

export const filterNames = [
  "keyword",
  "outcome",
  "confirmation",
  "label",
  "control",
  "withheld",
  "from",
  "until",
] as const;
type Filters = Readonly<Record<(typeof filterNames)[number], string>>;

const controls = ["sample", "control", "positive", "negative"] as const;
const dayMs = 86_400_000;

/** What the address asks of the list; nonsense in it asks for nothing. */
export function queryOf(values: Filters): NonNullable<CallInput<typeof listBoardTests>["query"]> {
  const from = fromZonedInput(`${values.from}T00:00`);
  const until = fromZonedInput(`${values.until}T00:00`);
  return {
    keyword: values.keyword,
    outcome: boardOutcome.safeParse(values.outcome).data,
    confirmation: confirmation.safeParse(values.confirmation).data,
    label: boardLabel.safeParse(values.label).data,
    control: controls.find((one) => one === values.control),
    withheld: values.withheld === "1" || values.withheld === "0" ? values.withheld : undefined,
    ...(from === null ? {} : { beginTime: from }),
    ...(until === null ? {} : { endTime: until + dayMs - 1 }),
  };
}

export function BoardTestSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("search.keyword")} {...field("keyword")} />
      <ChoiceField
        label={label("outcome")}
        options={boardOutcome.options.map((value) => ({ value, label: label(`outcome.${value}`) }))}
        {...field("outcome")}
      />
      <ChoiceField
        label={label("confirmation")}
        options={confirmation.options.map((value) => ({ value, label: label(`confirmation.${value}`) }))}
        {...field("confirmation")}
      />
      <ChoiceField
        label={t("search.label")}
        options={boardLabel.options.map((value) => ({ value, label: t(`label.${value}`) }))}
        {...field("label")}
      />
      <ChoiceField
        label={label("control")}
        options={controls.map((value) => ({ value, label: label(`control.${value}`) }))}
        {...field("control")}
      />
      <ChoiceField
        label={label("withheld")}
        options={(["1", "0"] as const).map((value) => ({ value, label: t(value === "1" ? "yes" : "no") }))}
        {...field("withheld")}
      />
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}
