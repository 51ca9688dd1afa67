import type { CustodyStreamEvent, WaitingHandover } from "@tracewater/contract/operations/situation-custody";
import { useTranslation } from "react-i18next";
import { formatClock, formatDay, formatMinute } from "../../../../kit/moment.ts";
import { formatNumber } from "../../../../kit/number.ts";
import { useNow } from "../../../../kit/ticking.ts";
import { SealMark } from "./seal-mark.tsx";
import { Reason, Section } from "./section.tsx";
import type { Custody } from "./use-custody.ts";

const shownEvents = 6;
const shownHandovers = 3;

/** The newest events of the chain, each with its short hash; the line breaks where others lie between two of them. */
export function EventSection({ custody }: { custody: Custody }) {
  const { t } = useTranslation("operations-situation");
  const { events, check } = custody;
  return (
    <Section title={t("custody.events")} note={t("custody.newestFirst")} basis={<ChainCheck check={check} />}>
      {events.length === 0 ? (
        <Reason text={t("custody.noEvents")} />
      ) : (
        <ol className="custody-stream">
          {events.slice(0, shownEvents).map((event, at) => (
            <Event key={event.seq} event={event} isLast={at === Math.min(events.length, shownEvents) - 1} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function ChainCheck({ check }: { check: Custody["check"] }) {
  const { t } = useTranslation("operations-situation");
  if (check === null) return t("custody.neverChecked");
  const checked = { time: formatMinute(check.checkedAt), day: formatDay(check.checkedAt) };
  const key = check.isWhole ? "custody.checked" : "custody.checkFailed";
  return t(key, { ...checked, count: check.events, formatted: formatNumber(check.events) });
}

function Event({ event, isLast }: { event: CustodyStreamEvent; isLast: boolean }) {
  const { t } = useTranslation("operations-situation");
  const today = formatDay(useNow(60_000));
  const { at, hash, subject, seal, kind } = event;
  const isToday = formatDay(at) === today;
  return (
    <li
      className={`custody-event custody-seal-${seal ?? "silent"}`}
      data-linked={event.followsPrevious && !isLast ? "yes" : undefined}
    >
      <SealMark seal={seal} />
      <span className="wall-name">{subject}</span>
      <time className="wall-time">{isToday ? formatClock(at) : formatDay(at).slice(5)}</time>
      <span className="custody-kind">{t(`custody.kind.${kind}`)}</span>
      <code className="custody-hash">{`${hash.slice(0, 4)}…${hash.slice(-4)}`}</code>
      <span className="wall-second">{wayOf(event)}</span>
    </li>
  );
}

/** From whom to whom, else where, else who recorded it. */
function wayOf({ from, to, place, actor }: CustodyStreamEvent): string {
  if (from !== null && to !== null && from !== to) return `${nameOf(from)} → ${nameOf(to)}`;
  return [place, actor].filter((part) => part !== null && part !== "").join(" · ");
}

/** Without the log-in name, which a wall has no room for. */
const nameOf = (person: string) => person.replace(/ \([^()]*\)$/, "");

/** Handovers that wait for their receiver; one that nobody took in time is the giver's again. */
export function HandoverSection({ custody }: { custody: Custody }) {
  const { t } = useTranslation("operations-situation");
  const { underWay, expired, handovers } = custody;
  return (
    <Section
      title={t("custody.handovers")}
      note={t("custody.handoversNote", { waiting: formatNumber(underWay), expired: formatNumber(expired) })}
    >
      {handovers.length === 0 ? (
        <Reason text={t("custody.noHandovers")} />
      ) : (
        <ul className="wall-rows">
          {handovers.slice(0, shownHandovers).map((one) => (
            <Handover key={one.itemId} handover={one} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Handover({ handover }: { handover: WaitingHandover }) {
  const { t } = useTranslation("operations-situation");
  const { itemNo, from, to, expiresAt, isExpired } = handover;
  const isToday = formatDay(expiresAt) === formatDay(useNow(60_000));
  const until = isToday ? formatMinute(expiresAt) : formatDay(expiresAt).slice(5);
  return (
    <li className="custody-overdue" data-expired={isExpired ? "yes" : undefined}>
      <span className="wall-name">{itemNo}</span>
      <span className="wall-time">
        {t(isExpired ? "custody.expired" : "custody.openUntil", { time: until })}
      </span>
      <span className="wall-second">{`${nameOf(from)} → ${nameOf(to)}`}</span>
    </li>
  );
}
