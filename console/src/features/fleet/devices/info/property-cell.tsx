import type { LatestValue } from "@tracewater/contract/fleet/devices";
import { nameIn } from "@tracewater/contract/locales";
import { memo } from "react";
import type { SeriesPoint } from "../../../../charts/series-shape.ts";
import { type DeviceTexts, useDeviceTexts } from "../../../../device/device-texts.ts";
import {
  digitsOf,
  isNumeric,
  type ModelProperty,
  type NumericType,
  printValue,
} from "../../../../device/values.ts";
import { Age } from "../../../../kit/age.tsx";
import { formatNumber } from "../../../../kit/number.ts";
import { Quantity } from "../../../../kit/quantity.tsx";
import { figureSize } from "./figure-size.ts";
import { Sparkline } from "./sparkline.tsx";

/** One property as it is now: label, age, value with unit, and its last hours or one fact. */
export const PropertyCell = memo(function PropertyCell(props: {
  property: ModelProperty;
  latest: LatestValue | undefined;
  points: readonly SeriesPoint[] | undefined;
  begin: number;
  end: number;
  /** Older than this it is late; undefined for what only changes by command. */
  staleAfterMs: number | undefined;
  /** Silence for longer is a gap in the sparkline. */
  lateMs: number;
  attention: "critical" | "warn" | null;
  /** What the value is a part of: `/ 24` behind a bottle's number. */
  of?: number | null;
  version?: number | null;
  /** False where the group says it for all of its cells. */
  hasAge?: boolean;
}) {
  const { property, latest, points, attention, version = null, hasAge = true } = props;
  const texts = useDeviceTexts();
  const type = property.dataType;
  const name = nameIn(property, texts.language);
  const of = typeof props.of === "number" ? ` / ${props.of}` : "";
  return (
    <div className={type.type === "struct" ? "cell cell-long" : "cell"}>
      <div className="cell-head">
        <span className="cell-label" title={`${name} (${property.identifier})`}>
          {name}
        </span>
        {latest === undefined || !hasAge ? null : (
          <Age bare at={latest.at} staleAfterMs={props.staleAfterMs} />
        )}
      </div>
      <div
        className={`cell-value${isNumeric(type) ? " cell-number" : ""}${attention === null ? "" : ` device-value-${attention}`}`}
        style={isNumeric(type) ? figureSize(figureOf(type, latest) ?? "—", `${type.unit}${of}`) : undefined}
      >
        <Value property={property} latest={latest} attention={attention} texts={texts} />
        {of === "" ? null : <span className="cell-of">{of}</span>}
      </div>
      <div className="cell-foot">
        {latest?.outOfRange ? (
          <span className="cell-out">{texts.t("info.outOfRange")}</span>
        ) : points !== undefined && points.length > 1 ? (
          <Sparkline points={points} begin={props.begin} end={props.end} lateMs={props.lateMs} />
        ) : version !== null ? (
          texts.t("info.version", { version })
        ) : (
          factOf(property, texts)
        )}
      </div>
    </div>
  );
});

function Value(props: {
  property: ModelProperty;
  latest: LatestValue | undefined;
  attention: "critical" | "warn" | null;
  texts: DeviceTexts;
}) {
  const { property, latest, texts } = props;
  const type = property.dataType;
  if (isNumeric(type) && (latest === undefined || typeof latest.value === "number")) {
    const figure = figureOf(type, latest);
    return <Quantity value={figure} unit={type.unit} alarm={props.attention === "critical"} />;
  }
  const printed = printValue(type, latest?.value, texts.labelOf);
  const isLong = widthOf(printed.text) > maxWide;
  return (
    <span className={isLong ? "cell-text" : undefined} title={printed.text}>
      {type.type === "date" ? printed.text.slice(0, 16) : printed.text}
    </span>
  );
}

/** The number as it is printed; null where none was reported. */
function figureOf(type: NumericType, latest: LatestValue | undefined): string | null {
  if (typeof latest?.value !== "number") return null;
  // A cell has room for some six digits; behind ten thousand the decimals say nothing.
  const digits = Math.abs(latest.value) >= 10_000 ? 0 : digitsOf(type.step, type.type);
  return formatNumber(latest.value, digits);
}

/** A cell has room for so many letters of the larger size; a Chinese one is as wide as two. */
const maxWide = 10;

function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (letter > "\u2e7f" ? 2 : 1), 0);
}

// What may be set says its range where a sparkline would be.
function factOf(property: ModelProperty, texts: DeviceTexts): string | null {
  const type = property.dataType;
  if (!property.writable || !isNumeric(type) || type.min === null || type.max === null) return null;
  return texts.t("info.range", { min: type.min, max: type.max });
}
