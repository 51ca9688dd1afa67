import "./drawings.css";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type Latest, numberOf } from "../../../../device/families/family-config.ts";
import { type ModelProperty, optionsOf } from "../../../../device/values.ts";
import { Age } from "../../../../kit/age.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";

/** A property with the flag that says what its number is worth: `mamp` and `mampFlag`. */
export function flaggedProperties(model: ProductModel): { property: ModelProperty; flag: string }[] {
  const names = new Set(model.properties.map((one) => one.identifier));
  return model.properties
    .map((property) => ({ property, flag: `${property.identifier}Flag` }))
    .filter(({ flag }) => names.has(flag));
}

/** The last result, value and flag together; what was not detected has no number. */
export function ResultGrid({ latest, model }: { latest: Latest; model: ProductModel }) {
  const { t, language, labelOf } = useDeviceTexts();
  const results = flaggedProperties(model);
  if (results.length === 0) return null;
  const newest = Math.max(0, ...results.map(({ property }) => latest[property.identifier]?.at ?? 0));
  return (
    <section className="group">
      <header className="group-head">
        <h2>{t("result.title")}</h2>
        <span className="group-hint">{t("result.hint")}</span>
        {newest === 0 ? null : (
          <span className="result-age">
            <Age at={newest} />
          </span>
        )}
      </header>
      <ul className="results">
        {results.map(({ property, flag }) => {
          const option = optionsOf(model, flag).find((one) => one.value === latest[flag]?.value);
          const value = numberOf(latest[property.identifier]);
          const hasNumber = option?.key === "quantified" || option?.key === "aboveRange";
          const type = property.dataType;
          const unit = "unit" in type ? type.unit : null;
          return (
            <li key={property.identifier} className={hasNumber ? "result" : "result result-weak"}>
              <span className="result-name" title={property.identifier}>
                {nameIn(property, language)}
              </span>
              <span className="result-value">
                {hasNumber && value !== null ? (
                  <Quantity value={value} unit={unit} digits={value < 100 ? 2 : 0} />
                ) : null}
                {option?.key === "quantified" ? null : (
                  <span className="result-flag">{option === undefined ? "—" : labelOf(option)}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
