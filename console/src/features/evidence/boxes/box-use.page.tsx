/** What was put into and taken out of an evidence box, as its scale and its door reported it. */
import { useLocalized } from "../../../kit/use-localized.ts";
/* The use of one evidence box: who opened it when, on which authority, and what was put in or taken out. */
import "../../../resource/record.css";
import "./boxes.css";
import type { CallInput } from "@tracewater/contract/call";
import { boxUseLabels } from "@tracewater/contract/evidence/box-use-labels";
import { boxUseKind, exportBoxUses, listBoxUses } from "@tracewater/contract/evidence/box-uses";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { Card } from "../../../kit/card.tsx";
import { DayField } from "../../../kit/day-field.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { BoxUseCard, useBoxUseColumns } from "./box-use-columns.tsx";
import { useBoxId } from "./use-box-id.ts";

export default function BoxUsePage() {
  const deviceId = useBoxId();
  return (
    <PermittedPage to="device:evidenceBox:query">
      {deviceId === null ? null : <Uses deviceId={deviceId} />}
    </PermittedPage>
  );
}

const filterNames = ["keyword", "kind", "from", "until"] as const;
type Name = (typeof filterNames)[number];
const dayMs = 86_400_000;

function queryOf(
  deviceId: number,
  values: Readonly<Record<Name, string>>,
): NonNullable<CallInput<typeof listBoxUses>["query"]> {
  const from = fromZonedInput(`${values.from}T00:00`);
  const until = fromZonedInput(`${values.until}T00:00`);
  return {
    ...{ deviceId, keyword: values.keyword, kind: boxUseKind.safeParse(values.kind).data },
    ...(from === null ? {} : { beginTime: from }),
    ...(until === null ? {} : { endTime: until + dayMs - 1 }),
  };
}

function Uses({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation("evidence-boxes");
  const list = useUrlFilters(filterNames);
  const { values, page, size } = list.filters;
  const asked = queryOf(deviceId, values);
  const query = { ...asked, pageNum: page, pageSize: size };
  const found = useApi(listBoxUses, { query }, { keepPrevious: true, handled: true });
  return (
    <Card
      flush
      className="record-rows"
      title={t("use.title")}
      hint={t("use.hint")}
      extra={<ExportButton to="device:evidenceBox:export" call={exportBoxUses} input={{ query: asked }} />}
    >
      <Search values={values} change={(next) => list.change({ values: next })} />
      <QueryRows
        found={found}
        isFiltered={list.isFiltered}
        id="box_use"
        columns={useBoxUseColumns()}
        rowKey={(row) => String(row.eventId)}
        empty={
          <EmptyState
            title={t(list.isFiltered ? "use.found" : "use.none")}
            text={t(list.isFiltered ? "use.foundText" : "use.noneText")}
          />
        }
        cards={(row) => <BoxUseCard row={row} />}
        page={page}
        size={size}
        onPage={(nextPage, nextSize) => list.change({ page: nextPage, size: nextSize })}
      />
    </Card>
  );
}

function Search(props: SearchProps<Name>) {
  const { t } = useTranslation("evidence-boxes");
  const localized = useLocalized();
  const labels = localized(boxUseLabels);
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <KeywordField label={t("use.keyword")} {...field("keyword")} />
      <ChoiceField
        label={labels.kind}
        {...field("kind")}
        options={boxUseKind.options.map((value) => ({ value, label: labels[`kind.${value}`] }))}
      />
      <DayField label={t("from")} {...field("from")} />
      <DayField label={t("until")} {...field("until")} />
    </SearchForm>
  );
}
