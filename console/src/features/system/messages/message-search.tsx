import { messageChannel } from "@tracewater/contract/system/messages";
import { useTranslation } from "react-i18next";
import { DayField } from "../../../kit/day-field.tsx";
import { ChoiceField, TextField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";

export const messageFilters = ["address", "channel", "state", "beginTime", "endTime"] as const;
type Name = (typeof messageFilters)[number];

const states = ["waiting", "sent", "failed"] as const;

export function MessageSearch(props: SearchProps<Name>) {
  const { t } = useTranslation("system-messages");
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <TextField label={t("column.address")} {...field("address")} />
      <ChoiceField
        label={t("column.channel")}
        options={messageChannel.options.map((value) => ({ value, label: t(`channel.${value}`) }))}
        {...field("channel")}
      />
      <ChoiceField
        label={t("column.state")}
        options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
        {...field("state")}
      />
      <DayField label={t("search.beginTime")} {...field("beginTime")} />
      <DayField label={t("search.endTime")} {...field("endTime")} />
    </SearchForm>
  );
}
