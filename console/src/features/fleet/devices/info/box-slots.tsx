import type { ProductModel } from "@tracewater/contract/fleet/products";
import { formatNumber } from "../../../../kit/number.ts";
import { type Latest, numberOf } from "../families/family-facts.ts";
import { optionsOf } from "../model/values.ts";
import { useWords } from "../model/words.ts";

/** The compartments of an evidence box: what is in each, and which stands open. */
export function BoxSlots({ latest, model }: { latest: Latest; model: ProductModel | undefined }) {
  const { t, wordOf } = useWords();
  const told: unknown = latest["slots"]?.value;
  const states: readonly unknown[] = Array.isArray(told) ? told : [];
  const options = optionsOf(model, "slots");
  const open = numberOf(latest["openSlot"]);
  const weight = numberOf(latest["weight"]);
  if (states.length === 0) return <p className="drawing-quiet">{t("drawing.slotsNone")}</p>;
  return (
    <div className="drawing">
      <ol className="slots">
        {states.map((state, place) => {
          const option = options.find((one) => one.value === state);
          const isOpen = open === place + 1;
          const word = option === undefined ? String(state) : wordOf(option);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a compartment is its place
              key={place}
              className={`slot slot-${option?.key ?? "unknown"}${isOpen ? " slot-open" : ""}`}
              title={`${place + 1}: ${word}`}
            >
              <span className="slot-number">{place + 1}</span>
              <span className="slot-word">{isOpen ? t("drawing.slotOpen") : word}</span>
            </li>
          );
        })}
      </ol>
      <dl className="drawing-facts">
        <div>
          <dt>{t("drawing.weight")}</dt>
          <dd>{weight === null ? "—" : `${formatNumber(weight, 0)} g`}</dd>
        </div>
      </dl>
    </div>
  );
}
