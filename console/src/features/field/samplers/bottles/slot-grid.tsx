import type { BottleSlot } from "@tracewater/contract/field/sampler-bottles";
import { useTranslation } from "react-i18next";
import { fillOf, lookOf, slotName } from "../../../../pickers/bottles/slot-look.ts";
import { noteOf } from "./ring.tsx";

/** The same slots as cards: for a small screen, and for reading codes one after the other. */
export function SlotGrid(props: {
  slots: readonly BottleSlot[];
  chosen: number;
  armAt: number | null;
  label: string;
  onChoose: (slot: number) => void;
}) {
  const { t } = useTranslation("field-samplers");
  return (
    <fieldset className="slot-grid">
      <legend className="slot-grid-legend">{props.label}</legend>
      {props.slots.map((slot) => {
        const look = lookOf(slot, props.armAt);
        const isChosen = slot.slot === props.chosen;
        return (
          <button
            key={slot.slot}
            type="button"
            className={isChosen ? `slot-card slot-${look} slot-card-chosen` : `slot-card slot-${look}`}
            aria-pressed={isChosen}
            onClick={() => props.onChoose(slot.slot)}
          >
            <span className="slot-card-head">
              <b>{slotName(slot.slot)}</b>
              <span className="code">{slot.waiting[0]?.code ?? slot.bodyCode ?? "—"}</span>
            </span>
            <span className="slot-bar">
              <span style={{ width: `${Math.round(fillOf(slot) * 100)}%` }} />
            </span>
            <span className="slot-card-note">{noteOf(slot, look, t)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
