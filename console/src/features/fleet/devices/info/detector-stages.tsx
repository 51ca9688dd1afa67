import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type Latest, numberOf } from "../../../../device/families/family-config.ts";
import { optionsOf } from "../../../../device/values.ts";
import { formatNumber } from "../../../../kit/number.ts";

const supplies = ["eluentLevel", "mobilePhaseLevel", "standardLevel", "wasteLevel"] as const;

/** Where a cycle is among its stages, and what is left of the reagents. */
export function DetectorStages({ latest, model }: { latest: Latest; model: ProductModel | undefined }) {
  const { t, labelOf, language } = useDeviceTexts();
  const stages = optionsOf(model, "stage").filter((option) => option.value > 0);
  const stage = numberOf(latest["stage"]);
  return (
    <div className="drawing">
      <ol className="stages" aria-label={t("drawing.stages")}>
        {stages.map((option) => (
          <li
            key={option.value}
            className={`stage ${stageClass(option.value, stage)}`}
            aria-current={option.value === stage ? "step" : undefined}
          >
            <i aria-hidden="true" />
            {labelOf(option)}
          </li>
        ))}
      </ol>
      <dl className="supplies">
        {supplies.map((identifier) => {
          const level = numberOf(latest[identifier]);
          const property = model?.properties.find((one) => one.identifier === identifier);
          return (
            <div key={identifier}>
              <dt>{property === undefined ? "" : nameIn(property, language)}</dt>
              <dd>{level === null ? "—" : `${formatNumber(level, 0)} %`}</dd>
              <span className={`supply ${supplyClass(identifier, level)}`} aria-hidden="true">
                <span style={{ width: `${level ?? 0}%` }} />
              </span>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function stageClass(value: number, stage: number | null): string {
  if (stage === null || stage === 0) return "";
  return value < stage ? "stage-done" : value === stage ? "stage-now" : "";
}

/** Reagents run low, waste runs full. */
function supplyClass(identifier: (typeof supplies)[number], level: number | null): string {
  if (level === null) return "";
  const left = identifier === "wasteLevel" ? 100 - level : level;
  return left < 8 ? "supply-critical" : left < 20 ? "supply-warn" : "";
}
