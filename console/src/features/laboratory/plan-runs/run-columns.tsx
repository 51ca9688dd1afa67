import { planRunLabels } from "@tracewater/contract/laboratory/plan-run-labels";
import type { PlanRunRow, RunOutcome } from "@tracewater/contract/laboratory/plan-runs";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";
import { SampleStateMark, useSampleLabels } from "../../../pickers/sample-labels.tsx";

const tones: Record<RunOutcome, Tone> = {
  taken: "ok",
  missed: "major",
  due: "info",
  notRun: "off",
  extra: "warn",
};

function useRunLabels() {
  const localized = useLocalized();
  return localized(planRunLabels);
}

function Outcome({ of }: { of: RunOutcome }) {
  const labels = useRunLabels();
  return <State tone={tones[of]} label={labels[`outcome.${of}`]} variant="plain" />;
}

function SampleLink({ row }: { row: PlanRunRow }) {
  if (row.samplingId === null) return "—";
  return (
    <PathLink className="code" to={`/samplingDetail/${row.samplingId}`}>
      {row.sampleNo}
    </PathLink>
  );
}

/** How many results there are and how many of them are approved; above a limit they lead to the results. */
function Results({ row }: { row: PlanRunRow }) {
  const { t } = useTranslation("laboratory-plan-runs");
  if (row.results === 0) return "—";
  const text = t("approvedOf", { approved: row.approved, count: row.results });
  return (
    <span className="run-results">
      {row.bodyCode === null ? (
        text
      ) : (
        <PathLink to={`/waterAssay/assay?keyword=${encodeURIComponent(row.bodyCode)}`}>{text}</PathLink>
      )}
      {row.exceeded === 0 ? null : (
        <State tone="major" label={t("exceeded", { count: row.exceeded })} variant="plain" />
      )}
    </span>
  );
}

export function useRunColumns(): Column<PlanRunRow>[] {
  const { t } = useTranslation("laboratory-plan-runs");
  const labels = useRunLabels();
  const kinds = useSampleLabels();
  const column = (
    id: keyof typeof labels & keyof PlanRunRow,
    width: number,
    cell: Column<PlanRunRow>["cell"],
    more: Partial<Column<PlanRunRow>> = {},
  ): Column<PlanRunRow> => ({ id, label: labels[id], width, cell, ...more });
  const count = (value: number | null) => <span className="num">{value ?? "—"}</span>;
  return [
    column("day", 110, (row) => <span className="num">{row.day}</span>, { required: true }),
    column("outcome", 110, (row) => <Outcome of={row.outcome} />),
    column("sampleNo", 150, (row) => <SampleLink row={row} />),
    column("kind", 140, (row) => (row.kind === null ? "—" : kinds(`kind.${row.kind}`))),
    column("state", 110, (row) => (row.state === null ? "—" : <SampleStateMark state={row.state} />), {
      hiddenAtFirst: true,
    }),
    column("began", 170, (row) => <span className="num">{formatMoment(row.began)}</span>),
    column("volume", 100, (row) => <Quantity value={row.volume} unit="mL" />),
    column("aliquotsTaken", 110, (row) => count(row.aliquotsTaken)),
    column("aliquotsMissed", 120, (row) => count(row.aliquotsMissed)),
    column("boxTempMax", 130, (row) => <Quantity value={row.boxTempMax} unit="°C" />, {
      hiddenAtFirst: true,
    }),
    column("deliveryNo", 150, (row) =>
      row.deliveryId === null ? (
        "—"
      ) : (
        <PathLink className="code" to={`/laboratory/delivery?id=${row.deliveryId}`}>
          {row.deliveryNo}
        </PathLink>
      ),
    ),
    column("results", 150, (row) => <Results row={row} />, { flexible: true }),
    column("loads", 110, (row) =>
      row.loads === 0 || row.samplingId === null ? (
        "—"
      ) : (
        <PathLink to={`/thread/sampling/${row.samplingId}`}>{t("loads", { count: row.loads })}</PathLink>
      ),
    ),
  ];
}

/** A day on a phone. */
export function RunCard({ row }: { row: PlanRunRow }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <strong className="num">{row.day}</strong>
        <Outcome of={row.outcome} />
      </span>
      {row.samplingId === null ? null : (
        <span className="record-line">
          <SampleLink row={row} />
          <Results row={row} />
        </span>
      )}
    </div>
  );
}
