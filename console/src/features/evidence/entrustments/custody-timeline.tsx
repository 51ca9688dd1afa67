import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import type { Timeline } from "./custody-spans.ts";

/** A row for each custodian; a bar is an item in their custody, a dashed one a handover that was not taken in time. */
export function CustodyTimeline({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation("evidence-entrustments");
  const { begin, end, holders, spans, gaps } = timeline;
  const whole = Math.max(end - begin, 1);
  const place = (from: number, until: number | null) => ({
    left: `${((from - begin) / whole) * 100}%`,
    width: `max(4px, ${(((until ?? end) - from) / whole) * 100}%)`,
  });
  const time = (from: number, until: number | null) =>
    `${formatMoment(from)} – ${until === null ? t("track.now") : formatMoment(until)}`;
  return (
    <Card title={t("track.timeline")} hint={t("track.timelineHint")}>
      {spans.length === 0 ? <p className="record-quiet">{t("track.noCustody")}</p> : null}
      <div className="timeline">
        {holders.map((holder) => {
          const own = spans.filter((span) => span.holder === holder);
          const items = [...new Set(own.map((span) => span.itemNo))];
          return (
            <div key={holder} className="timeline-row">
              <span className="timeline-name">{holder}</span>
              <div className="timeline-track" style={{ height: items.length * 12 + 4 }}>
                {own.map((span) => (
                  <span
                    key={`${span.seq} ${span.itemNo}`}
                    className="timeline-span"
                    style={{ ...place(span.from, span.until), top: items.indexOf(span.itemNo) * 12 + 3 }}
                    role="img"
                    aria-label={`${holder}: ${span.itemNo}, ${time(span.from, span.until)}`}
                    title={`${span.itemNo}, ${time(span.from, span.until)}`}
                  />
                ))}
              </div>
            </div>
          );
        })}
        {gaps.length === 0 ? null : (
          <div className="timeline-row">
            <span className="timeline-name timeline-name-gap">{t("track.gapRow")}</span>
            <div className="timeline-track" style={{ height: 16 }}>
              {gaps.map((gap) => (
                <span
                  key={gap.seq}
                  className="timeline-gap"
                  style={{ ...place(gap.from, gap.until), top: 3 }}
                  role="img"
                  aria-label={t("track.gap", { seq: gap.seq, item: gap.itemNo })}
                  title={t("track.gap", { seq: gap.seq, item: gap.itemNo })}
                />
              ))}
            </div>
          </div>
        )}
      </div>
      <p className="timeline-axis num">
        <span>{formatMoment(begin)}</span>
        <span>{formatMoment(end)}</span>
      </p>
    </Card>
  );
}
