import type { BottleSlot } from "@tracewater/contract/field/sampler-bottles";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../../kit/number.ts";
import {
  contentsOf,
  fillOf,
  lookOf,
  type SlotLook,
  shortCode,
  slotPlace,
  waterPath,
} from "../../../../pickers/bottles/slot-look.ts";

const size = 560;
const middle = size / 2;
const ringRadius = 178;
const bottleRadius = 21;
const labelRadius = 224;

type RingProps = {
  slots: readonly BottleSlot[];
  chosen: number;
  armAt: number | null;
  onChoose: (slot: number) => void;
};

/** The carousel as it is under the arm: levels inside, codes and volumes outside on the radius. */
export function Ring({ slots, chosen, armAt, onChoose }: RingProps) {
  const { t } = useTranslation("field-samplers");
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no fieldset inside of SVG
    <svg className="bottle-ring" viewBox={`0 0 ${size} ${size}`} role="group" aria-label={t("bottles.ring")}>
      <circle className="ring-rim" cx={middle} cy={middle} r={ringRadius + 36} />
      <circle className="ring-hub" cx={middle} cy={middle} r={ringRadius - 36} />
      {armAt === null ? null : <Arm slot={armAt} />}
      {slots.map((slot) => (
        <SlotMark
          key={slot.slot}
          slot={slot}
          look={lookOf(slot, armAt)}
          isChosen={slot.slot === chosen}
          onChoose={onChoose}
        />
      ))}
      <Centre slots={slots} armAt={armAt} />
    </svg>
  );
}

function SlotMark(props: {
  slot: BottleSlot;
  look: SlotLook;
  isChosen: boolean;
  onChoose: (slot: number) => void;
}) {
  const { slot, look, isChosen, onChoose } = props;
  const { t } = useTranslation("field-samplers");
  const at = placeOf(slot.slot, ringRadius);
  // Above and below, labels lie side by side and not one under the other: they are further out.
  const label = placeOf(slot.slot, Math.abs(at.x - middle) < 60 ? labelRadius + 14 : labelRadius);
  const code = slot.waiting[0]?.code ?? slot.bodyCode ?? "—";
  const choose = () => onChoose(slot.slot);
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button inside of SVG
    <g
      className={isChosen ? `slot slot-${look} slot-chosen` : `slot slot-${look}`}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={t("bottles.slotLabel", { slot: slot.slot, code, state: t(`bottles.look.${look}`) })}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose();
      }}
    >
      {isChosen ? <circle className="slot-halo" cx={at.x} cy={at.y} r={bottleRadius + 6} /> : null}
      <g transform={`translate(${at.x} ${at.y})`}>
        <circle className="slot-glass" r={bottleRadius} />
        {fillOf(slot) === 0 ? null : (
          <path className="slot-water" d={waterPath(bottleRadius - 1, fillOf(slot))} />
        )}
        <text className="slot-number" y="5">
          {slot.slot}
        </text>
      </g>
      <text className="slot-code" x={label.x} y={label.y - 1} textAnchor={anchorOf(label.x)}>
        <title>{code}</title>
        {shortCode(code)}
      </text>
      <text className="slot-note" x={label.x} y={label.y + 14} textAnchor={anchorOf(label.x)}>
        {noteOf(slot, look, t)}
      </text>
    </g>
  );
}

/** One line under the code: what is in the bottle, or what it waits for. */
export function noteOf(slot: BottleSlot, look: SlotLook, t: TFunction<"field-samplers">): string {
  if (look === "waiting") return t("bottles.note.waiting");
  if (slot.bodyCode === null) return t("bottles.note.none");
  if ((slot.volume ?? 0) > 0) return `${formatNumber(slot.volume ?? 0, 0)} mL`;
  return slot.capCode === null ? t("bottles.note.noCap") : t("bottles.note.empty");
}

function Centre({ slots, armAt }: { slots: readonly BottleSlot[]; armAt: number | null }) {
  const { t } = useTranslation("field-samplers");
  const { total, filled, bottles, missed } = contentsOf(slots);
  return (
    <g className="ring-centre">
      <text className="ring-note" x={middle} y={middle - 42}>
        {armAt === null ? t("bottles.armUnknown") : t("bottles.armAt", { slot: armAt })}
      </text>
      <text className="ring-total" x={middle} y={middle + 8}>
        {bottles === 0 ? "—" : formatNumber(total / 1000, 2)}
        {bottles === 0 ? null : (
          <tspan className="ring-unit" dx="5">
            L
          </tspan>
        )}
      </text>
      <text className="ring-note" x={middle} y={middle + 36}>
        {t("bottles.filledOf", { filled, count: bottles })}
      </text>
      {missed === 0 ? null : (
        <text className="ring-note ring-warn" x={middle} y={middle + 58}>
          {t("bottles.missed", { count: missed })}
        </text>
      )}
    </g>
  );
}

function Arm({ slot }: { slot: number }) {
  const radius = ringRadius - 46;
  const from = placeOf(slot - 0.45, radius);
  const to = placeOf(slot + 0.45, radius);
  return <path className="ring-arm" d={`M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`} />;
}

const placeOf = (slot: number, radius: number) => slotPlace(slot, radius, middle);

/** Only the labels right above and below are on the middle: those next to them give way. */
function anchorOf(x: number): "start" | "middle" | "end" {
  if (Math.abs(x - middle) < bottleRadius) return "middle";
  return x > middle ? "start" : "end";
}
