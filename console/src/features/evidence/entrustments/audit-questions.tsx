import type { EntrustmentTrack } from "@tracewater/contract/evidence/entrustments";
import { itemState } from "@tracewater/contract/evidence/items";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { Card } from "../../../kit/card.tsx";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State, type Tone } from "../../../kit/state.tsx";
import { holdersAt, type Timeline } from "./custody-spans.ts";
import { useItemLabels } from "./evidence-labels.tsx";

type Answer = { question: string; tone: Tone; text: string };

/** What auditors ask of a chain, each with its answer and the events that it rests on. */
export function AuditQuestions({ track, timeline }: { track: EntrustmentTrack; timeline: Timeline }) {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <Card title={t("audit.title")}>
      <dl className="audit-questions">
        {useAnswers(track, timeline).map(({ question, tone, text }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>
              <State tone={tone} label={text} />
            </dd>
          </div>
        ))}
      </dl>
      <AccessAt timeline={timeline} />
    </Card>
  );
}

function useAnswers(track: EntrustmentTrack, timeline: Timeline): Answer[] {
  const { t } = useTranslation("evidence-entrustments");
  const { events, differences, incomplete, examiners, reviewer, verification } = track;
  const label = useItemLabels();
  const said = (field: string, value: string) => {
    const state = field === "state" ? itemState.safeParse(value).data : undefined;
    return state === undefined ? value || "—" : label(`state.${state}`);
  };
  const seqs = (list: readonly { seq: number }[]) => list.map((one) => one.seq).join(", ");
  const seals = events.filter((event) => event.evidence?.sealMatches === false && event.kind !== "exception");
  const isReviewed = reviewer !== null && examiners.length === 2;
  const isApart = isReviewed && examiners.every((one) => one.userId !== reviewer.userId);
  const bad = (isBad: boolean): Tone => (isBad ? "critical" : "ok");
  return [
    {
      question: t("audit.whole"),
      tone: bad(verification.damaged.length > 0),
      text:
        verification.damaged.length > 0
          ? t("audit.damaged", { seqs: verification.damaged.join(", ") })
          : t("audit.unchanged", { count: events.length }),
    },
    {
      question: t("audit.complete"),
      tone: bad(incomplete.length > 0),
      text:
        incomplete.length > 0 ? t("audit.missing", { names: incomplete.join(", ") }) : t("audit.allThere"),
    },
    {
      question: t("audit.gaps"),
      tone: bad(timeline.gaps.length > 0),
      text: timeline.gaps.length > 0 ? t("audit.gapsAt", { seqs: seqs(timeline.gaps) }) : t("audit.noGaps"),
    },
    {
      question: t("audit.seals"),
      tone: bad(seals.length > 0),
      text: seals.length > 0 ? t("audit.sealsAt", { seqs: seqs(seals) }) : t("audit.sealsMatch"),
    },
    useTemperatures(events),
    useClock(track),
    {
      question: t("audit.reviewer"),
      tone: isReviewed ? bad(!isApart) : "off",
      text: isReviewed ? t(isApart ? "audit.apart" : "audit.same") : t("audit.notNamed"),
    },
    {
      question: t("audit.stored"),
      tone: bad(differences.length > 0),
      text:
        differences.length > 0
          ? differences
              .map(({ subject, field, chained, stored }) =>
                t("audit.differs", {
                  ...{ subject, field: t(`audit.field.${field}`) },
                  ...{ chained: said(field, chained), stored: said(field, stored) },
                }),
              )
              .join("; ")
          : t("audit.equal"),
    },
  ];
}

/** Each excursion with who had the item then; a leg without a reading is no proof of anything. */
function useTemperatures(events: EntrustmentTrack["events"]): Answer {
  const { t } = useTranslation("evidence-entrustments");
  const question = t("audit.temps");
  const legs = events.flatMap(({ seq, evidence }) =>
    evidence?.leg === undefined ? [] : [{ seq, ...evidence.leg }],
  );
  const warm = legs.filter(({ excursionSeconds }) => excursionSeconds > 0);
  const silent = legs.filter(({ readings }) => readings === 0);
  if (warm.length > 0) {
    const texts = warm.map(({ seq, custodian, excursionSeconds }) =>
      t("audit.tempsAt", { seq, who: custodian, minutes: Math.ceil(excursionSeconds / 60) }),
    );
    return { question, tone: "critical", text: texts.join("; ") };
  }
  if (silent.length > 0) {
    const seqs = silent.map(({ seq }) => seq).join(", ");
    return { question, tone: "warn", text: t("audit.tempsUnknown", { seqs }) };
  }
  return legs.length === 0
    ? { question, tone: "off", text: t("audit.tempsNone") }
    : { question, tone: "ok", text: t("audit.tempsKept", { count: legs.length }) };
}

/** Times are the platform's; an outside authority shows by when events existed, whatever that clock says. */
function useClock({ events, stamped }: Pick<EntrustmentTrack, "events" | "stamped">): Answer {
  const { t } = useTranslation("evidence-entrustments");
  const question = t("audit.clock");
  if (stamped === null) return { question, tone: "off", text: t("audit.clockOwn") };
  const time = formatMoment(stamped.at);
  const newer = events.filter(({ seq }) => seq > stamped.to).length;
  return newer === 0
    ? { question, tone: "ok", text: t("audit.clockStamped", { time }) }
    : { question, tone: "warn", text: t("audit.clockNewer", { count: newer, time }) };
}

/** Who had access at a moment. */
function AccessAt({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation("evidence-entrustments");
  const [moment, setMoment] = useState("");
  const at = moment === "" ? null : fromZonedInput(moment);
  const found = at === null ? [] : holdersAt(timeline.spans, at);
  return (
    <div className="audit-access">
      <label htmlFor="audit-access">{t("audit.access")}</label>
      <DayInput id="audit-access" precision="minute" value={moment} onChange={setMoment} />
      {at === null ? null : found.length === 0 ? (
        <p className="record-quiet" role="status">
          {t("audit.nobody")}
        </p>
      ) : (
        <ul>
          {found.map((span) => (
            <li key={`${span.itemNo} ${span.seq}`}>
              <span className="code">{span.itemNo}</span> {span.holder}{" "}
              <span className="record-quiet num">{formatMoment(span.from)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
