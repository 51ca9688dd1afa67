import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import type {
  getMethodUncertainty,
  MethodUncertainty,
  setMethodUncertainty,
} from "@tracewater/contract/laboratory/method-uncertainty";
import { personLabel } from "@tracewater/contract/system/person-label";
import { chartUncertainty, controlLimits } from "@tracewater/wbe/batch-control";
import { WbeError } from "@tracewater/wbe/wbe-error";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createMethodUncertaintyStore } from "./method-uncertainty.store.ts";

export type MethodUncertaintyService = ReturnType<typeof createMethodUncertaintyService>;
type Calculated = Pick<MethodUncertainty, "controls" | "biases" | "calculated" | "gap">;

/** A material with fewer results says too little of its spread. */
const minControls = 10;

/** The uncertainty of methods from their control charts, ISO 11352. */
export function createMethodUncertaintyService(options: { db: Db; printMoment: PrintMoment }) {
  const store = createMethodUncertaintyStore(options.db);

  async function read(scope: Scope, query: QueryOf<typeof getMethodUncertainty>): Promise<MethodUncertainty> {
    if (!isInScope(scope, query.unitId)) throw notFound({ en: "unit", zh: "单位" });
    const [controls, biases, found] = await Promise.all([
      store.listControls(query),
      store.listBiases(query),
      store.findInForce(query),
    ]);
    const inForce = found === null ? null : { ...found, since: options.printMoment(found.since) };
    return { ...calculate(controls, biases, query.reference), inForce };
  }

  return {
    read,

    async set(
      caller: Caller,
      { reason, ...asked }: BodyOf<typeof setMethodUncertainty>,
    ): Promise<{ id: number; before: MethodUncertainty["inForce"]; after: object }> {
      const { calculated, gap, inForce } = await read(caller.scope, asked);
      if (calculated === null) throw tooFew(gap);
      const id = await store.add(asked, { ...calculated, reason, setBy: personLabel(caller) });
      return { id, before: inForce, after: { ...asked, ...calculated, reason } };
    },
  };
}

function calculate(
  controls: readonly { material: string; value: number }[],
  biases: readonly number[],
  reference: number,
): Calculated {
  const counts = { controls: controls.length, biases: biases.length };
  const within = withinOf(controls);
  if (within === null) return { ...counts, calculated: null, gap: "fewControls" };
  if (biases.length === 0) return { ...counts, calculated: null, gap: "noBias" };
  const found = chartUncertainty({ withinLaboratory: within, biases, reference: reference / 100 });
  const percent = (value: number) => Math.round(value * 1e4) / 100;
  return {
    ...counts,
    calculated: {
      ...{ within: percent(within), bias: percent(found.bias), reference },
      standard: percent(found.standard),
    },
    gap: null,
  };
}

/** Relative, of the material that spreads most. */
function withinOf(controls: readonly { material: string; value: number }[]): number | null {
  const materials = new Map<string, number[]>();
  for (const { material, value } of controls)
    materials.set(material, [...(materials.get(material) ?? []), value]);
  const spreads = [...materials.values()].flatMap((values) => {
    if (values.length < minControls) return [];
    try {
      const { mean, standardDeviation } = controlLimits(values);
      return [standardDeviation / mean];
    } catch (error) {
      // All results the same: no spread to report.
      if (error instanceof WbeError) return [];
      throw error;
    }
  });
  return spreads.length === 0 ? null : Math.max(...spreads);
}

function tooFew(gap: MethodUncertainty["gap"]): AppError {
  return new AppError(
    "refused",
    gap === "noBias"
      ? {
          en: "There is no recovery and no proficiency test of this method yet.",
          zh: "该方法尚无加标回收或能力验证结果。",
        }
      : {
          en: `A control material of this method needs at least ${minControls} results.`,
          zh: `该方法的质控样至少需要 ${minControls} 个结果。`,
        },
  );
}
