import "./carousel.css";
import { type BottleSlot, mainSlots } from "@tracewater/contract/field/sampler-bottles";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { memo } from "react";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { type DeviceTexts, useDeviceTexts } from "../../../../device/device-texts.ts";
import { numberOf } from "../../../../device/families/family-config.ts";
import { formatNumber } from "../../../../kit/number.ts";
import {
  contentsOf,
  fillOf,
  lookOf,
  slotLooks,
  slotPlace,
  waterPath,
} from "../../../../pickers/bottles/slot-look.ts";
import { useMainSlots } from "../../../../pickers/bottles/use-slots.ts";

const size = 220;
const middle = size / 2;
const ringRadius = 86;
const bottleRadius = 10.2;
const numbers = Array.from({ length: mainSlots }, (_, place) => place + 1);

/** The bottle carousel seen from above: what is in each bottle, as the bottles' own page shows it, and the arm. */
export function CarouselDrawing({ device }: { device: DeviceDetail }) {
  const { t } = useDeviceTexts();
  const isAllowed = hasPermission("device:sampler:query", useSession());
  const slots = useMainSlots(device.id, isAllowed).data?.data ?? [];
  const arm = armOf(device);
  const { total, bottles } = contentsOf(slots);
  const inArm = slots.find((slot) => slot.slot === arm);
  const hasBottle = inArm !== undefined && inArm.bodyCode !== null;
  const looks = slots.map((slot) => lookOf(slot, arm));
  return (
    <div className="carousel">
      <Ring slots={slots} arm={arm} />
      <dl className="carousel-facts">
        <div>
          <dt>{arm === null ? t("carousel.bottle") : t("carousel.inBottle", { slot: arm })}</dt>
          <dd>{hasBottle ? `${formatNumber(inArm.volume ?? 0, 0)} mL` : "—"}</dd>
        </div>
        <div>
          <dt>{t("carousel.inBottles")}</dt>
          <dd>{bottles === 0 ? "—" : `${formatNumber(total / 1000, 2)} L`}</dd>
        </div>
      </dl>
      <ul className="carousel-legend">
        {slotLooks
          .filter((look) => looks.includes(look))
          .map((look) => (
            <li key={look}>
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
                <circle r="4.6" className={`bottle bottle-${look}`} />
              </svg>
              {t(`carousel.look.${look}`)}
            </li>
          ))}
      </ul>
    </div>
  );
}

type RingProps = { slots: readonly BottleSlot[]; arm: number | null };

// Redrawn only when a bottle or the arm changes, not with every value of the device.
const Ring = memo(
  function Ring({ slots, arm }: RingProps) {
    const texts = useDeviceTexts();
    const { t } = texts;
    const { filled, bottles } = contentsOf(slots);
    return (
      <svg
        className="carousel-ring"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={describe({ slots, arm }, texts)}
      >
        <circle className="carousel-rim" cx={middle} cy={middle} r={ringRadius + 17} />
        <circle className="carousel-hub" cx={middle} cy={middle} r={ringRadius - 17} />
        {arm === null ? null : <Arm slot={arm} />}
        {numbers.map((number) => (
          <BottleMark
            key={number}
            number={number}
            slot={slots.find((one) => one.slot === number)}
            arm={arm}
          />
        ))}
        <text className="carousel-total" x={middle} y={middle + 2}>
          {bottles === 0 ? "—" : t("carousel.of", { filled, count: bottles })}
        </text>
        <text className="carousel-note" x={middle} y={middle + 22}>
          {t("carousel.filled")}
        </text>
      </svg>
    );
  },
  (before, after) => before.arm === after.arm && keyOf(before.slots) === keyOf(after.slots),
);

function keyOf(slots: readonly BottleSlot[]): string {
  return slots.map((slot) => `${lookOf(slot, null)} ${slot.volume}`).join();
}

function BottleMark(props: { number: number; slot: BottleSlot | undefined; arm: number | null }) {
  const { number, slot } = props;
  const { x, y } = placeOf(number, ringRadius);
  const look = slot === undefined ? "none" : lookOf(slot, props.arm);
  const fill = slot === undefined || look === "none" ? 0 : fillOf(slot);
  return (
    <g transform={`translate(${x} ${y})`} data-slot={number} data-look={look}>
      <circle r={bottleRadius} className={`bottle bottle-${look}`} />
      {fill === 0 ? null : (
        <path className={`bottle-level bottle-level-${look}`} d={waterPath(bottleRadius - 0.7, fill)} />
      )}
      <text className={`bottle-number bottle-number-${look}`} y="3.6">
        {number}
      </text>
    </g>
  );
}

function Arm({ slot }: { slot: number }) {
  const from = placeOf(slot - 0.45, ringRadius - 24);
  const to = placeOf(slot + 0.45, ringRadius - 24);
  const r = ringRadius - 24;
  return <path className="carousel-arm" d={`M${from.x} ${from.y}A${r} ${r} 0 0 1 ${to.x} ${to.y}`} />;
}

const placeOf = (slot: number, radius: number) => slotPlace(slot, radius, middle);

/** Where the device reported its arm last; null where it is at no bottle. */
function armOf({ latest }: DeviceDetail): number | null {
  const reported = numberOf(latest["bottleIndex"]);
  return reported !== null && reported >= 1 && reported <= mainSlots ? Math.round(reported) : null;
}

function describe({ slots, arm }: RingProps, { t }: DeviceTexts): string {
  const { filled, bottles } = contentsOf(slots);
  const contents = t("carousel.describe", { filled, count: bottles });
  return arm === null
    ? `${t("carousel.unknown")}. ${contents}`
    : `${t("carousel.armAt", { slot: arm })}. ${contents}`;
}
