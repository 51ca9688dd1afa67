import { useLocalized } from "../../../kit/use-localized.ts";
/* The report of one run of a sampling plan: what was planned against what was taken, and what each sample became. */
import "./plan-runs.css";
import type { ReplyOf } from "@tracewater/contract/call";
import { largestId } from "@tracewater/contract/envelope";
import { planRunLabels } from "@tracewater/contract/laboratory/plan-run-labels";
import {
  exportPlanRun,
  listPlanRun,
  type PlanRunSummary,
  runOutcome,
} from "@tracewater/contract/laboratory/plan-runs";
import { CalendarCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { ChoiceField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { type SearchProps, useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PlanLink } from "../../../pickers/plan-link.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { RunCard, useRunColumns } from "./run-columns.tsx";

export default function PlanRunPage() {
  const { t } = useTranslation("laboratory-plan-runs");
  const planId = Number(useParams()["taskId"]);
  const isId = Number.isInteger(planId) && planId > 0 && planId <= largestId;
  return (
    <PermittedPage to="laboratory:plan:query">
      <PageFrame>
        {isId ? <Run planId={planId} /> : <EmptyState title={t("noSuch")} text={t("noSuchText")} />}
      </PageFrame>
    </PermittedPage>
  );
}

const filterNames = ["outcome"] as const;

function Run({ planId }: { planId: number }) {
  const { t } = useTranslation("laboratory-plan-runs");
  const list = useUrlFilters(filterNames);
  const { values, page, size } = list.filters;
  const asked = { planId, outcome: runOutcome.safeParse(values.outcome).data };
  const query = { ...asked, pageNum: page, pageSize: size };
  const found = useApi(listPlanRun, { query }, { keepPrevious: true, handled: true });
  const columns = useRunColumns();
  if (found.error?.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading lines={12} />;
  return (
    <div className="record-stack">
      <Header plan={found.data.plan} />
      <Card title={t("summary")}>
        <Summary of={found.data.summary} />
      </Card>
      <Card
        flush
        title={t("days")}
        extra={<ExportButton to="laboratory:plan:export" call={exportPlanRun} input={{ query: asked }} />}
      >
        <Search values={values} change={(next) => list.change({ values: next })} />
        <QueryRows
          found={found}
          isFiltered={list.isFiltered}
          page={page}
          size={size}
          onPage={(nextPage, nextSize) => list.change({ page: nextPage, size: nextSize })}
          id="plan_run"
          columns={columns}
          rowKey={(row) => `${row.day}-${row.samplingId ?? ""}`}
          empty={<EmptyState title={t("none")} text={t("noneText")} />}
          cards={(row) => <RunCard row={row} />}
        />
      </Card>
    </div>
  );
}

function Header({ plan }: { plan: ReplyOf<typeof listPlanRun>["plan"] }) {
  return (
    <RecordHeader
      icon={CalendarCheck}
      name={plan.planNo}
      about={plan.name}
      meta={[
        <PlanLink key="plan" plan={plan} />,
        <PathLink key="point" to={pointPath(plan.pointId)}>
          {plan.pointCode} {plan.pointName}
        </PathLink>,
        plan.deviceName,
        <span key="span" className="num">
          {formatMoment(plan.startsAt, plan.zone).slice(0, 16)} –{" "}
          {formatMoment(plan.endsAt, plan.zone).slice(0, 16)}
        </span>,
        plan.zone,
      ]}
    />
  );
}

/** A sentence first, then the numbers. */
function Summary({ of }: { of: PlanRunSummary }) {
  const { t } = useTranslation("laboratory-plan-runs");
  const { taken, dueSoFar, planned, missed, samples, extra, delivered, measured, exceeded } = of;
  const facts: [string, number][] = [
    [t("fact.planned"), planned],
    [t("fact.missed"), missed],
    [t("fact.samples"), samples],
    [t("fact.extra"), extra],
    [t("fact.aliquotsTaken"), of.aliquotsTaken],
    [t("fact.aliquotsMissed"), of.aliquotsMissed],
    [t("fact.delivered"), delivered],
    [t("fact.measured"), measured],
    [t("fact.exceeded"), exceeded],
  ];
  return (
    <>
      <p className="run-sentence">{t("sentence", { taken, due: dueSoFar, count: planned })}</p>
      <dl className="record-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Search(props: SearchProps<"outcome">) {
  const localized = useLocalized();
  const labels = localized(planRunLabels);
  const { form, field } = useSearchFields(props);
  return (
    <SearchForm {...form}>
      <ChoiceField
        label={labels.outcome}
        {...field("outcome")}
        options={runOutcome.options.map((value) => ({ value, label: labels[`outcome.${value}`] }))}
      />
    </SearchForm>
  );
}
