import "./custody-events.css";
import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../kit/moment.ts";
import { State } from "../kit/state.tsx";
import { useConditionText } from "./sample-words.tsx";

/** What the custody chain tells of a thing, in its order; each event with its number and the beginning of its hash. */
export function CustodyEvents({ events }: { events: readonly CustodyEvent[] }) {
  const { t } = useTranslation("pickers");
  if (events.length === 0) return <p className="custody-quiet">{t("custody.none")}</p>;
  return (
    <ol className="custody-events">
      {events.map((event) => (
        <li key={event.seq}>
          <CustodyLine event={event} />
        </li>
      ))}
    </ol>
  );
}

/** From whom to whom; who entered it stands behind where it is neither. */
function Hands({ event: { kind, from, to, actor } }: { event: CustodyEvent }) {
  const { t } = useTranslation("pickers");
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

function CustodyLine({ event }: { event: CustodyEvent }) {
  const { t } = useTranslation("pickers");
  const conditionOf = useConditionText();
  const condition = conditionOf(event);
  const facts = [
    event.place,
    event.sealNo === null ? null : t("custody.seal", { no: event.sealNo }),
    condition,
    event.kind === "transport" ? t("custody.readings", { count: Number(event.note) }) : event.note,
  ].filter((fact) => fact !== null);
  return (
    <>
      <span className="custody-head">
        <State tone={event.kind === "exception" ? "warn" : "ok"} label={t(`custody.kind.${event.kind}`)} />
        <span className="num custody-quiet">{formatMoment(event.at)}</span>
      </span>
      <span className="custody-hands">
        <Hands event={event} />
      </span>
      {facts.length === 0 ? null : <span className="custody-facts">{facts.join(" · ")}</span>}
      <span className="custody-quiet" title={event.hash}>
        {t("custody.number", { seq: event.seq })} · <code>{event.hash.slice(0, 12)}</code>
      </span>
    </>
  );
}
