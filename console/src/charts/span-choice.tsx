import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { DayInput } from "../kit/day/day-input.tsx";
import { useChartTranslation } from "./chart-translation.ts";
import { type Span, spanAt, spanKinds } from "./spans.ts";
import { fromZonedInput, toZonedInput } from "./zoned-input.ts";

/** A span up to now, or two moments. */
export function SpanChoice(props: { span: Span; onChange: (span: Span) => void }) {
  const { span } = props;
  const t = useChartTranslation();
  const [asking, setAsking] = useState(false);
  const custom = asking || span.kind === "custom";
  return (
    <div className="span-choice">
      <Segmented<Span["kind"]>
        value={custom ? "custom" : span.kind}
        onChange={(kind) => {
          setAsking(kind === "custom");
          if (kind !== "custom") props.onChange({ kind });
        }}
        options={[...spanKinds, "custom" as const].map((value) => ({ value, label: t(`span.${value}`) }))}
      />
      {custom ? <CustomSpan span={span} onChange={props.onChange} /> : null}
    </div>
  );
}

function CustomSpan({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const t = useChartTranslation();
  const [texts, setTexts] = useState(() => {
    const { begin, end } = spanAt(span, Date.now());
    return { begin: toZonedInput(begin), end: toZonedInput(end) };
  });
  const begin = fromZonedInput(texts.begin);
  const end = fromZonedInput(texts.end);
  const good = begin !== null && end !== null && begin < end && end - begin <= maxSpanMs;
  return (
    <form
      className="span-custom"
      onSubmit={(event) => {
        event.preventDefault();
        if (good) onChange({ kind: "custom", begin, end });
      }}
    >
      <DayInput
        precision="minute"
        aria-label={t("span.from")}
        value={texts.begin}
        status={good ? "" : "error"}
        onChange={(text) => setTexts({ ...texts, begin: text })}
      />
      <span className="chart-quiet">–</span>
      <DayInput
        precision="minute"
        aria-label={t("span.to")}
        value={texts.end}
        status={good ? "" : "error"}
        onChange={(text) => setTexts({ ...texts, end: text })}
      />
      <Button htmlType="submit" disabled={!good}>
        {t("span.show")}
      </Button>
      {good ? null : (
        <span className="span-fault" role="alert">
          {t("span.fault")}
        </span>
      )}
    </form>
  );
}

/** The server refuses more than 400 days. */
const maxSpanMs = 400 * 86_400_000;
