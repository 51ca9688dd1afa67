import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { Check, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { actorOf, EventHands } from "../../../pickers/custody-events.tsx";
import { useConditionText } from "../../../pickers/sample-labels.tsx";
import { signaturesOf } from "./event-signatures.ts";

/** The items of an event by what people call them: samples, their bottles, deliveries. */
export function itemsOf(event: CustodyEvent, { samples, deliveries }: Traceability): string[] {
  const names = event.about.flatMap((subject) => {
    const [kind, id] = subject.split(":");
    if (kind === "delivery") return deliveries.find((one) => one.deliveryId === Number(id))?.deliveryNo ?? [];
    return kind === "sampling" ? (samples.find((one) => one.samplingId === Number(id))?.sampleNo ?? []) : [];
  });
  return [...new Set(names)];
}

/** What an event tells in one line of the table. */
export function useEventColumns(
  traceability: Traceability,
  onChoose: (seq: number) => void,
): Column<CustodyEvent>[] {
  const { t } = useTranslation("laboratory-thread");
  return [
    {
      ...{ id: "seq", label: t("event.seq"), width: 64, required: true },
      cell: (row) => (
        <button type="button" className="event-seq num" onClick={() => onChoose(row.seq)}>
          {row.seq}
        </button>
      ),
    },
    {
      ...{ id: "kind", label: t("event.kind"), width: 150, flexible: true, required: true },
      cell: (row) => <KindCell event={row} />,
    },
    {
      ...{ id: "item", label: t("event.item"), width: 150, flexible: true },
      cell: (row) => <Items names={itemsOf(row, traceability)} />,
    },
    {
      ...{ id: "hands", label: t("event.hands"), width: 167, flexible: true },
      cell: (row) => (
        <span className="event-hands" title={`${row.from ?? ""} → ${row.to ?? actorOf(row)}`}>
          <EventHands event={row} />
        </span>
      ),
    },
    {
      ...{ id: "at", label: t("event.at"), width: 170, required: true },
      cell: (row) => <span className="num">{formatMoment(row.at)}</span>,
    },
    {
      ...{ id: "signed", label: t("event.signed"), width: 84, required: true },
      cell: (row) => <Signatures event={row} traceability={traceability} />,
    },
  ];
}

function KindCell({ event }: { event: CustodyEvent }) {
  const { t } = useTranslation("pickers");
  const conditionOf = useConditionText();
  const condition = conditionOf(event) ?? event.sealNo;
  return (
    <span className="event-kind">
      <State
        tone={event.kind === "exception" || event.kind === "correct" ? "warn" : "ok"}
        label={t(`custody.kind.${event.kind}`)}
        title={t(`custody.kind.${event.kind}`)}
      />
      {condition === null ? null : (
        <span className="record-quiet" title={condition}>
          {condition}
        </span>
      )}
    </span>
  );
}

function Items({ names }: { names: string[] }) {
  const { t } = useTranslation("laboratory-thread");
  const [first] = names;
  if (first === undefined) return "—";
  return (
    <span title={names.join(", ")}>
      <span className="code">{names.find((name) => name.startsWith("DL-")) ?? first}</span>
      {names.length > 1 ? ` ${t("andMore", { count: names.length - 1 })}` : null}
    </span>
  );
}

/** A mark for who recorded it and, where it passes something on, one for the other person. */
function Signatures({ event, traceability }: { event: CustodyEvent; traceability: Traceability }) {
  const { t } = useTranslation("laboratory-thread");
  const { actor, other } = signaturesOf(event, traceability.events);
  if (traceability.verification.damaged.includes(event.seq))
    return <State tone="critical" label={t("signed.damaged")} />;
  const by = t(`signed.${actor}`, { who: actorOf(event) });
  const otherText =
    other === null
      ? null
      : t(other.state === "signed" ? "signed.other" : "signed.missing", { who: other.who });
  return (
    <span className="signatures" role="img" aria-label={[by, otherText].filter(Boolean).join("; ")}>
      <span className={actor === "session" ? "signature" : "signature signature-weak"} title={by}>
        {actor === "session" ? <Check size={11} strokeWidth={3} /> : <TriangleAlert size={11} />}
      </span>
      {other === null ? null : (
        <span
          className={other.state === "signed" ? "signature" : "signature signature-missing"}
          title={otherText ?? ""}
        >
          {other.state === "signed" ? <Check size={11} strokeWidth={3} /> : null}
        </span>
      )}
    </span>
  );
}
