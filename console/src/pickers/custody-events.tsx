import { useLocalized } from "../kit/use-localized.ts";
import "./custody-events.css";
import { itemLabels } from "@tracewater/contract/evidence/item-labels";
import { itemUnit } from "@tracewater/contract/evidence/items";
import type { CustodyEvent, RecordedField, RecordedValue } from "@tracewater/contract/laboratory/custody";
import { samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import { flowSource } from "@tracewater/contract/laboratory/samplings";
import { personLabel } from "@tracewater/contract/system/person-label";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../kit/moment.ts";
import { formatAmount } from "../kit/number.ts";
import { State } from "../kit/state.tsx";
import { useConditionText, useSampleLabels } from "./sample-labels.tsx";

/**
 * What the custody chain reports of a thing, in its order; each event with its number and the beginning of its hash.
 */
export function CustodyEvents(props: {
  events: readonly CustodyEvent[];
  /** What an event is about, where the list is of several things. */
  nameOf?: (event: CustodyEvent) => string;
}) {
  const { events, nameOf } = props;
  const { t } = useTranslation("pickers");
  if (events.length === 0) return <p className="custody-quiet">{t("custody.none")}</p>;
  return (
    <ol className="custody-events">
      {events.map((event) => (
        <li key={event.seq}>
          <CustodyLine event={event} name={nameOf?.(event) ?? ""} />
        </li>
      ))}
    </ol>
  );
}

/** From whom to whom; who entered it is behind where it is neither. */
export function EventHands({ event }: { event: CustodyEvent }) {
  const { t } = useTranslation("pickers");
  const { kind, from, to } = event;
  const actor = actorOf(event);
  if (kind === "destroy" && from !== null) return t("custody.two", { one: from, two: actor });
  if (to === null) return actor;
  const by = to === actor || from === actor ? null : t("custody.by", { who: actor });
  return (
    <>
      {from === null ? null : (
        <>
          {from} <ArrowRight size={13} aria-hidden="true" />
        </>
      )}
      {to} {by === null ? null : <span className="custody-quiet">{by}</span>}
    </>
  );
}

/** What is recorded of an event besides its hands: place, seal, condition, amount, remark. */
export function useEventFacts(): (event: CustodyEvent) => string[] {
  const { t } = useTranslation("pickers");
  const localized = useLocalized();
  const conditionOf = useConditionText();
  const units = localized(itemLabels);
  const amountOf = ({ amount, evidence }: CustodyEvent): string | null => {
    if (amount === null) return null;
    if (evidence === null) return t("custody.amount", { amount });
    const { book } = evidence;
    const known = itemUnit.safeParse(evidence.unit).data;
    const unit = known === undefined ? (evidence.unit ?? "") : units[`unit.${known}`];
    const of = (value: number) => `${formatAmount(value)} ${unit}`.trim();
    if (book !== null && book !== amount) return t("custody.counted", { amount: of(amount), book: of(book) });
    return t("custody.itemAmount", { amount: of(amount) });
  };
  const legText = ({ box, min, max, excursionSeconds, custodian: who, readings }: Leg): string => {
    if (readings === 0) return t("custody.legSilent", { box });
    if (excursionSeconds === 0) return t("custody.leg", { box, min, max });
    return t("custody.legWarm", { box, min, max, who, minutes: Math.ceil(excursionSeconds / 60) });
  };
  return (event) => {
    const { authority, sealBefore, sealAfter, sealMatches } = event.evidence ?? noEvidence;
    const isOtherSeal = sealMatches === false;
    const leg = event.evidence?.leg;
    return [
      event.place,
      event.sealNo === null ? null : t("custody.seal", { no: event.sealNo }),
      conditionOf(event),
      amountOf(event),
      authority == null ? null : t("custody.authority", { text: authority }),
      isOtherSeal ? t("custody.sealRead", { read: sealAfter ?? "—", before: sealBefore ?? "—" }) : null,
      leg === undefined ? null : legText(leg),
      event.via?.kind === "key"
        ? t("custody.key", { name: event.via.name, maker: event.via.maker.userName })
        : null,
      event.kind === "transport" ? t("custody.readings", { count: Number(event.note) }) : event.note,
    ].filter((fact) => fact !== null);
  };
}

type Leg = NonNullable<NonNullable<CustodyEvent["evidence"]>["leg"]>;

const noEvidence = { authority: null, sealBefore: null, sealAfter: null, sealMatches: null };

/** Never the chosen name alone: anybody may call themselves what they like. */
export function actorOf({ actor, actorId, actorUserName }: CustodyEvent): string {
  return actorUserName === null
    ? `${actor} (#${actorId})`
    : personLabel({ nickName: actor, userName: actorUserName });
}

/** What a correction replaced, struck through, and what is recorded now. */
export function SampleChanges({ changes }: { changes: NonNullable<CustodyEvent["changes"]> }) {
  const { t } = useTranslation("pickers");
  const label = useSampleLabels();
  const show = (field: RecordedField, value: RecordedValue): string => {
    if (value === null || value === "") return t("custody.empty");
    if (field === "began" || field === "ended") return formatMoment(Number(value));
    if (field === "kind") return label(`kind.${samplingKind.parse(value)}`);
    if (field === "flowSource") return label(`flowSource.${flowSource.parse(value)}`);
    return String(value);
  };
  return (
    <ul className="custody-changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {label(field)}: <del>{show(field, before)}</del> <ArrowRight size={13} aria-hidden="true" />{" "}
          {show(field, after)}
        </li>
      ))}
    </ul>
  );
}

function CustodyLine({ event, name }: { event: CustodyEvent; name: string }) {
  const { t } = useTranslation("pickers");
  const condition = useConditionText()(event);
  // What happened is the step itself.
  const step = event.kind === "step" ? condition : null;
  const facts = useEventFacts()(event).filter((fact) => fact !== step);
  return (
    <>
      <span className="custody-head">
        <State
          tone={event.kind === "exception" || event.kind === "correct" ? "warn" : "ok"}
          label={step ?? t(`custody.kind.${event.kind}`)}
        />
        <span className="num custody-quiet">{formatMoment(event.at)}</span>
      </span>
      {name === "" ? null : <span className="code">{name}</span>}
      <span className="custody-hands">
        <EventHands event={event} />
      </span>
      {facts.length === 0 ? null : <span className="custody-facts">{facts.join(" · ")}</span>}
      {event.changes === null ? null : <SampleChanges changes={event.changes} />}
      <span className="custody-quiet" title={event.hash}>
        {t("custody.number", { seq: event.seq })} · <code>{event.hash.slice(0, 12)}</code>
      </span>
    </>
  );
}
