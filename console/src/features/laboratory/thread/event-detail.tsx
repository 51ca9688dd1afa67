import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { actorOf, EventHands, SampleChanges, useEventFacts } from "../../../pickers/custody-events.tsx";
import { itemsOf } from "./event-columns.tsx";
import { signaturesOf } from "./event-signatures.ts";

/** One event whole: its hands, who signed it and how, and its place in the chain. */
export function EventDetail({ event, traceability }: { event: CustodyEvent; traceability: Traceability }) {
  const { t } = useTranslation("laboratory-thread");
  const { t: words } = useTranslation("pickers");
  const facts = useEventFacts()(event);
  const { actor, other } = signaturesOf(event, traceability.events);
  const items = itemsOf(event, traceability);
  const isCovered = event.seq <= traceability.verification.signedTo;
  const lines: (readonly [string, ReactNode])[] = [
    [t("event.hands"), <EventHands key="hands" event={event} />],
    [t("event.item"), items.length === 0 ? "—" : items.join(", ")],
    [t("event.recorded"), facts.length === 0 ? "—" : facts.join(" · ")],
    [
      t("event.at"),
      <span className="num" key="at">
        {formatMoment(event.at)}
      </span>,
    ],
    [t("event.signed"), t(`signed.${actor}`, { who: actorOf(event) })],
    ...(other === null
      ? []
      : [
          [
            t("event.other"),
            t(other.state === "signed" ? "signed.other" : "signed.missing", { who: other.who }),
          ] as const,
        ]),
    [t("event.head"), t(isCovered ? "signed.covered" : "signed.uncovered")],
    [t("event.prev"), <Hash key="prev" text={event.prev} />],
    [t("event.hash"), <Hash key="hash" text={event.hash} />],
  ];
  return (
    <Card title={t("event.title", { seq: event.seq, kind: words(`custody.kind.${event.kind}`) })}>
      <dl className="event-lines">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {event.changes === null ? null : <SampleChanges changes={event.changes} />}
    </Card>
  );
}

function Hash({ text }: { text: string }) {
  return (
    <code title={text}>
      {text.slice(0, 10)}…{text.slice(-6)}
    </code>
  );
}
