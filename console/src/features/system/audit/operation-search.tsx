import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, TextField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";

export const operationFilters = [
  "operName",
  "title",
  "thing",
  "status",
  "beginTime",
  "endTime",
  "operIp",
] as const;
type Name = (typeof operationFilters)[number];

/** Who, what, with which result, when, from where. */
export function OperationSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("system-audit");
  const { form, field } = useSearchFields(props);
  const labelled = (name: Name) => ({ label: t(`search.${name}`), ...field(name) });
  return (
    <SearchForm {...form}>
      <TextField {...labelled("operName")} />
      <TextField {...labelled("title")} />
      <TextField {...labelled("thing")} />
      <ChoiceField
        label={t("search.status")}
        options={(["0", "1"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        {...field("status")}
      />
      <DayField {...labelled("beginTime")} />
      <DayField {...labelled("endTime")} />
      <TextField {...labelled("operIp")} />
    </SearchForm>
  );
}
