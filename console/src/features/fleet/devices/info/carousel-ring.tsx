import "./carousel.css";
import { memo } from "react";
import { formatNumber } from "../../../../kit/number.ts";
import type { Latest } from "../families/family-facts.ts";
import { useWords, type Words } from "../model/words.ts";
import { type Bottle, type Carousel, readCarousel, slots } from "./carousel-bottles.ts";

const size = 220;
const middle = size / 2;
const ringRadius = 86;
const bottleRadius = 10.2;

/** The bottle carousel seen from above: each bottle's state, the arm at the current one, the total inside. */
export function CarouselDrawing({ latest }: { latest: Latest }) {
  const carousel = readCarousel(latest);
  const { t } = useWords();
  return (
    <div className="carousel">
      <Ring
        current={carousel.current}
        count={carousel.count}
        volume={carousel.bottleVolume}
        total={carousel.totalVolume}
        carousel={carousel}
      />
      <dl className="carousel-facts">
        <div>
          <dt>
            {carousel.current === null
              ? t("carousel.bottle")
              : t("carousel.inBottle", { slot: carousel.current })}
          </dt>
          <dd>{carousel.bottleVolume === null ? "—" : `${formatNumber(carousel.bottleVolume, 0)} mL`}</dd>
        </div>
        <div>
          <dt>{t("carousel.place")}</dt>
          <dd>
            {carousel.current === null || carousel.count === null
              ? "—"
              : t("carousel.of", { slot: carousel.current, count: carousel.count })}
          </dd>
        </div>
      </dl>
      <ul className="carousel-legend">
        {legend(carousel).map((state) => (
          <li key={state}>
            <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
              <circle r="4.6" className={`bottle bottle-${state}`} />
            </svg>
            {t(`carousel.state.${state}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

// Drawn anew only when one of its four numbers changes, not with every value of the device.
const Ring = memo(
  function Ring({ carousel }: RingProps) {
    const words = useWords();
    const { t } = words;
    const { current, totalVolume } = carousel;
    return (
      <svg
        className="carousel-ring"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={describe(carousel, words)}
      >
        <circle className="carousel-rim" cx={middle} cy={middle} r={ringRadius + 17} />
        <circle className="carousel-hub" cx={middle} cy={middle} r={ringRadius - 17} />
        {current === null ? null : <Arm slot={current} />}
        {carousel.bottles.map((bottle) => (
          <BottleMark key={bottle.slot} bottle={bottle} />
        ))}
        <text className="carousel-total" x={middle} y={middle + 2}>
          {totalVolume === null ? "—" : formatNumber(totalVolume / 1000, 2)}
          {totalVolume === null ? null : (
            <tspan className="carousel-unit" dx="3">
              L
            </tspan>
          )}
        </text>
        <text className="carousel-note" x={middle} y={middle + 22}>
          {t("carousel.collected")}
        </text>
      </svg>
    );
  },
  (before, after) =>
    before.current === after.current &&
    before.count === after.count &&
    before.volume === after.volume &&
    before.total === after.total,
);

type RingProps = {
  current: number | null;
  count: number | null;
  volume: number | null;
  total: number | null;
  carousel: Carousel;
};

function BottleMark({ bottle }: { bottle: Bottle }) {
  const { x, y } = placeOf(bottle.slot, ringRadius);
  const level = bottleRadius * (1 - 2 * (bottle.fill ?? 0));
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={bottleRadius} className={`bottle bottle-${bottle.state}`} />
      {bottle.fill === null || bottle.fill === 0 ? null : (
        <path className="bottle-level" d={segment(bottleRadius - 0.7, level)} />
      )}
      <text className={`bottle-number bottle-number-${bottle.state}`} y="3.6">
        {bottle.slot}
      </text>
    </g>
  );
}

/** The part of a disc below a height: the water in a bottle. */
function segment(radius: number, level: number): string {
  // An arc that ends where it begins draws nothing: a full bottle keeps a hair of surface.
  const y = Math.max(-0.995 * radius, Math.min(radius, level));
  const half = Math.sqrt(radius * radius - y * y);
  return `M${-half} ${y}A${radius} ${radius} 0 ${y < 0 ? 1 : 0} 0 ${half} ${y}Z`;
}

function Arm({ slot }: { slot: number }) {
  const from = placeOf(slot - 0.45, ringRadius - 24);
  const to = placeOf(slot + 0.45, ringRadius - 24);
  const r = ringRadius - 24;
  return <path className="carousel-arm" d={`M${from.x} ${from.y}A${r} ${r} 0 0 1 ${to.x} ${to.y}`} />;
}

/** Slot 1 stands at the top, the others follow clockwise. */
function placeOf(slot: number, radius: number): { x: number; y: number } {
  const angle = ((slot - 1) / slots) * 2 * Math.PI - Math.PI / 2;
  return { x: round(middle + radius * Math.cos(angle)), y: round(middle + radius * Math.sin(angle)) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function legend(carousel: Carousel): Bottle["state"][] {
  const order: Bottle["state"][] = ["passed", "current", "ahead", "unused", "unknown"];
  return order.filter((state) => carousel.bottles.some((bottle) => bottle.state === state));
}

function describe(carousel: Carousel, { t }: Words): string {
  const { current, count } = carousel;
  return current === null || count === null
    ? t("carousel.unknown")
    : t("carousel.describe", { slot: current, count, volume: carousel.bottleVolume ?? 0 });
}
