import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { CustodyEvents } from "../../../pickers/custody-events.tsx";
import { AmountLine } from "./amount-line.tsx";
import type { CustodyGap } from "./custody-gaps.ts";
import { useEventColumns } from "./event-columns.tsx";
import { EventDetail } from "./event-detail.tsx";
import { useGapText } from "./gap-text.ts";

const views = ["all", "hands", "exceptions"] as const;
type View = (typeof views)[number];

/** The events newest first, those that move something from hand to hand, and the exceptions; one of them whole. */
export function EventsCard(props: { traceability: Traceability; gaps: readonly CustodyGap[] }) {
  const { traceability, gaps } = props;
  const { t } = useTranslation("laboratory-thread");
  const gapText = useGapText();
  const [view, setView] = useState<View>("all");
  const all = traceability.events.toReversed();
  const shown = all.filter((event) => isIn(view, event));
  const [chosen, setChosen] = useState<number | null>(null);
  const columns = useEventColumns(traceability, setChosen);
  const event = all.find((one) => one.seq === chosen) ?? all[0];
  const countOf = (one: View) => all.filter((row) => isIn(one, row)).length;
  const options = views.map((one) => ({ value: one, label: t(`view.${one}`, { count: countOf(one) }) }));
  return (
    <div className="trace-events">
      <Card
        flush
        title={t("custody")}
        hint={t("newestFirst")}
        extra={<Segmented<View> size="small" options={options} value={view} onChange={setView} />}
      >
        {gaps.map((gap) => (
          <p key={`${gap.reason} ${gap.before.seq}`} className="trace-gap" role="note">
            <strong>{gapText(gap)}</strong>{" "}
            {t("gap.between", {
              after: gap.after.seq,
              before: gap.before.seq,
              samples: gap.samples.slice(0, 4).join(", "),
              count: gap.samples.length,
            })}
          </p>
        ))}
        <DataTable
          id="trace_events"
          rows={shown}
          rowKey={(row) => String(row.seq)}
          columns={columns}
          onRowClick={(row) => setChosen(row.seq)}
          openKey={event === undefined ? undefined : String(event.seq)}
          empty={<EmptyState title={t("noEvents")} text={t("noEventsText")} />}
          cards={(row) => <CustodyEvents events={[row]} />}
        />
        <AmountLine traceability={traceability} />
      </Card>
      {event === undefined ? null : <EventDetail event={event} traceability={traceability} />}
    </div>
  );
}

function isIn(view: View, { kind }: CustodyEvent): boolean {
  if (view === "hands") return kind === "collect" || kind === "handover" || kind === "receive";
  return view === "all" || kind === "exception" || kind === "correct";
}
