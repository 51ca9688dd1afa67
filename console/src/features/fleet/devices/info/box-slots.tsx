import type { ProductModel } from "@tracewater/contract/fleet/products";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type Latest, numberOf } from "../../../../device/families/family-config.ts";
import { optionsOf } from "../../../../device/values.ts";
import { formatNumber } from "../../../../kit/number.ts";

/** The compartments of an evidence box: what is in each, and which is open. */
export function BoxSlots({ latest, model }: { latest: Latest; model: ProductModel | undefined }) {
  const { t, labelOf } = useDeviceTexts();
  const reported: unknown = latest["slots"]?.value;
  const states: readonly unknown[] = Array.isArray(reported) ? reported : [];
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
          const label = option === undefined ? String(state) : labelOf(option);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a compartment is its place
              key={place}
              className={`slot slot-${option?.key ?? "unknown"}${isOpen ? " slot-open" : ""}`}
              title={`${place + 1}: ${label}`}
            >
              <span className="slot-number">{place + 1}</span>
              <span className="slot-word">{isOpen ? t("drawing.slotOpen") : label}</span>
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
