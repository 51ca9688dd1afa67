import type { InstrumentEvent, InstrumentEventKind } from "@tracewater/contract/laboratory/instrument-runs";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

const tones: Readonly<Record<InstrumentEventKind, Tone>> = {
  batchDone: "ok",
  calFail: "critical",
  blankFail: "critical",
  drift: "warn",
  auditTrailGap: "critical",
};

function EventMark({ kind }: { kind: InstrumentEventKind }) {
  const { t } = useTranslation("laboratory-quality");
  return <State tone={tones[kind]} label={t(`event.kind.${kind}`)} />;
}

/** What it is about: the analyte and its figure, or the time that is missing. */
function EventFigure({ row }: { row: InstrumentEvent }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const { kind, figure, analyte, since, at } = row;
  const parts = [
    analyte === null ? null : label(`analyte.${analyte}`),
    figure === null
      ? null
      : t(`event.figure.${kind}`, { figure: formatNumber(Number(figure.toPrecision(5))) }),
    since === null ? null : `${formatMoment(since)} – ${formatMoment(at)}`,
  ].filter((part) => part !== null);
  return <span className="num">{parts.length === 0 ? "—" : parts.join(" · ")}</span>;
}

function BatchLink({ row }: { row: InstrumentEvent }) {
  if (row.batchId === null) return "—";
  return (
    <PathLink className="code" to={`/laboratory/batch?id=${row.batchId}`}>
      {row.batchNo}
    </PathLink>
  );
}

export function useInstrumentEventColumns(): Column<InstrumentEvent>[] {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  return [
    {
      ...{ id: "at", label: t("event.at"), width: 170, required: true },
      cell: (row) => <span className="num">{formatMoment(row.at)}</span>,
    },
    {
      ...{ id: "kind", label: t("event.what"), width: 190, required: true },
      cell: (row) => <EventMark kind={row.kind} />,
    },
    { id: "figure", label: t("event.about"), width: 320, cell: (row) => <EventFigure row={row} /> },
    { id: "batchNo", label: label("batchNo"), width: 160, cell: (row) => <BatchLink row={row} /> },
  ];
}

export function InstrumentEventCard({ row }: { row: InstrumentEvent }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <EventMark kind={row.kind} />
        <span className="num">{formatMoment(row.at)}</span>
      </span>
      <EventFigure row={row} />
      <BatchLink row={row} />
    </div>
  );
}
