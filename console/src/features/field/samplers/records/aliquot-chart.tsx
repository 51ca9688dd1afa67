import type { Aliquot } from "@tracewater/contract/field/samplers";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { GridLines } from "../../../../charts/grid-lines.tsx";
import { useWidth } from "../../../../charts/use-width.ts";
import { formatMinute } from "../../../../kit/moment.ts";

const height = 220;
const left = 48;
const right = 48;
const top = 14;
const floor = height - 26;

/** Aliquots as bars at their times, missed ones as marks on the axis, the level of the bottle as steps over them. */
export function AliquotChart({ aliquots }: { aliquots: readonly Aliquot[] }) {
  const { t } = useTranslation("field-samplers");
  const first = aliquots[0];
  const last = aliquots.at(-1);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 960);
  if (first === undefined || last === undefined) return <div ref={box} />;
  const pad = Math.max(60_000, (last.at - first.at) * 0.02);
  const x = (at: number) =>
    left + ((at - first.at + pad) / (last.at - first.at + 2 * pad)) * (width - left - right);
  const maxAliquot = niceTop(Math.max(10, ...aliquots.map((one) => one.volume ?? 0)));
  const maxLevel = niceTop(Math.max(100, ...aliquots.map((one) => one.bottleVolume ?? 0)));
  const taken = aliquots.filter((one) => one.taken);
  return (
    <div className="aliquot-chart" ref={box}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t("auto.chartLabel", { taken: taken.length, missed: aliquots.length - taken.length })}
      >
        <GridLines
          shares={[0, 0.5, 1]}
          y={(share) => y(share, 1)}
          left={{ x: left, end: maxAliquot }}
          right={{ x: width - right, end: maxLevel }}
        />
        <polyline className="chart-level" points={levelSteps(taken, x, maxLevel)} />
        {aliquots.map((one) =>
          one.taken ? (
            <rect
              key={one.at}
              className="chart-bar"
              x={x(one.at) - 4}
              width={8}
              y={y(one.volume ?? 0, maxAliquot)}
              height={floor - y(one.volume ?? 0, maxAliquot)}
            />
          ) : (
            <path
              key={one.at}
              className="chart-missed"
              d={`M${x(one.at) - 5} ${floor - 9}l10 9m-10 0l10 -9`}
            />
          ),
        )}
        {[...new Set([first.at, last.at])].map((at) => (
          <text key={at} className="chart-tick" x={x(at)} y={height - 6} textAnchor="middle">
            {formatMinute(at)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function y(value: number, max: number): number {
  return floor - (value / max) * (floor - top);
}

function levelSteps(taken: readonly Aliquot[], x: (at: number) => number, max: number): string {
  return taken
    .flatMap((one, index) => {
      const before = index === 0 ? 0 : (taken[index - 1]?.bottleVolume ?? 0);
      return [`${x(one.at)},${y(before, max)}`, `${x(one.at)},${y(one.bottleVolume ?? before, max)}`];
    })
    .join(" ");
}

/** The next of 1, 2, 5 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
