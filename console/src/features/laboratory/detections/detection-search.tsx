import type { CallInput } from "@tracewater/contract/call";
import { detectionState, type listDetections } from "@tracewater/contract/laboratory/detections";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useDetectionLabels } from "./use-detection-labels.ts";

export const filterNames = ["analyte", "state", "exceeded", "from", "until"] as const;
type Filters = Readonly<Record<(typeof filterNames)[number], string>>;

const dayMs = 86_400_000;

/** What the address asks of the list; nonsense in it asks for nothing. */
export function queryOf(
  values: Filters,
): Omit<NonNullable<CallInput<typeof listDetections>["query"]>, "deviceName"> {
  const from = fromZonedInput(`${values.from}T00:00`);
  const until = fromZonedInput(`${values.until}T00:00`);
  return {
    analyte: analyteName.safeParse(values.analyte).data,
    state: detectionState.safeParse(values.state).data,
    exceeded: values.exceeded === "1" ? "1" : undefined,
    ...(from === null ? {} : { beginTime: from }),
    ...(until === null ? {} : { endTime: until + dayMs - 1 }),
  };
}

export function DetectionSearch(props: SearchProps<(typeof filterNames)[number]>) {
  const { t } = useTranslation("laboratory-detections");
  const label = useDetectionLabels();
  const analyte = useAnalyteName();
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <ChoiceField
        label={label("analyte")}
        searchable
        options={analyteName.options.map((value) => ({ value, label: analyte(value) }))}
        {...field("analyte")}
      />
      <ChoiceField
        label={label("state")}
        options={detectionState.options.map((value) => ({ value, label: label(`state.${value}`) }))}
        {...field("state")}
      />
      <ChoiceField
        label={label("exceeded")}
        options={[{ value: "1", label: t("search.exceeded") }]}
        {...field("exceeded")}
      />
      <DayField label={t("search.from")} {...field("from")} />
      <DayField label={t("search.until")} {...field("until")} />
    </SearchForm>
  );
}
