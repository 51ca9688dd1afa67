/* What one inhabitant adds to the water, by the dated parameters of a laboratory or by what ships. */
import {
  type Marker,
  type PopulationParameter,
  type PopulationSetting,
  populationParameter,
  type SampleMarker,
} from "@tracewater/contract/laboratory/populations";
import {
  cotininePerCigarette,
  defaultMarkerLoads,
  defaultNicotinePerCigarette,
} from "@tracewater/wbe/population";
import { correctionFactorOf, mg } from "@tracewater/wbe/units";
import type { StoredSetting } from "./population.store.ts";

export type Settings = ReadonlyMap<PopulationParameter, PopulationSetting>;
/** The factor of nicotine in force, and its uncertainty in percent. */
type NicotineFactor = { factor: string | null; factorUncertainty: string | null };

/** Everything that an estimate rests on besides the marker itself. */
export type Basis = {
  settings: Settings;
  nicotine: NicotineFactor;
  /** Relative, k = 1. */
  flow: number;
};

/** What an inhabitant adds, with its relative uncertainty; or what is missing to know it. */
type PerInhabitant =
  | { value: number; standard: number | null; isDesign: boolean }
  | { missing: PopulationParameter[] };

/** What ships: figures that a laboratory replaces. The German ones are design values; smokers differ by country. */
const builtIn: Readonly<
  Partial<Record<PopulationParameter, { value: number; isDesign: boolean; source: string }>>
> = {
  nicotinePerCigarette: { value: defaultNicotinePerCigarette, isDesign: false, source: "unverified figure" },
  nh4n: { value: defaultMarkerLoads.nh4n, isDesign: false, source: "unverified figure" },
  bod5: { value: defaultMarkerLoads.bod5, isDesign: true, source: "DWA-A 131 (2016)" },
  cod: { value: defaultMarkerLoads.cod, isDesign: true, source: "DWA-A 131 (2016)" },
  tkn: { value: defaultMarkerLoads.tkn, isDesign: true, source: "DWA-A 131 (2016)" },
  p: { value: defaultMarkerLoads.p, isDesign: true, source: "DWA-A 131 (2016)" },
};

/** The parameters of a unit on a day: its own where it has set one, else what ships. */
export function settingsOf(own: readonly StoredSetting[]): Settings {
  const entered = new Map(own.map((one) => [one.parameter, one]));
  return new Map(
    populationParameter.options.map((parameter): [PopulationParameter, PopulationSetting] => {
      const set = entered.get(parameter);
      if (set !== undefined && set.value !== null)
        return [parameter, { ...set, origin: "own", pointMean: null }];
      const shipped = builtIn[parameter];
      return [
        parameter,
        {
          ...{
            parameter,
            value: shipped?.value ?? null,
            uncertainty: null,
            isDesign: shipped?.isDesign ?? false,
          },
          ...{ since: set?.since ?? null, source: shipped?.source ?? "", madeBy: set?.madeBy ?? "" },
          origin: shipped === undefined ? "none" : "builtIn",
          pointMean: null,
        },
      ];
    }),
  );
}

/** mg of cotinine, or g of a chemical parameter, per inhabitant and day. */
export function perInhabitantOf(marker: Marker, { settings, nicotine }: Basis): PerInhabitant {
  if (marker !== "cotinine") return ofChemistry(marker, settings);
  const smokers = ["cigarettesPerSmoker", "smokerShare"] as const;
  const [cigarettes, share] = smokers.map((name) => settings.get(name));
  const cotinine = cotinineOf(settings, nicotine);
  const missing = smokers.filter((name) => (settings.get(name)?.value ?? null) === null);
  if (cotinine === null) return { missing: ["cotininePerCigarette", ...missing] };
  if (cigarettes?.value == null || share?.value == null) return { missing };
  const parts = [cotinine.standard, relative(cigarettes), relative(share)];
  const known = parts.flatMap((part) => part ?? []);
  return {
    value: cotinine.value * cigarettes.value * share.value,
    standard: known.length < parts.length ? null : Math.hypot(...known),
    isDesign: false,
  };
}

function ofChemistry(marker: SampleMarker, settings: Settings): PerInhabitant {
  const set = settings.get(marker);
  if (set?.value == null) return { missing: [marker] };
  return { value: set.value, standard: relative(set), isDesign: set.isDesign };
}

/** mg for each cigarette: as it is set, else from nicotine over its factor. */
function cotinineOf(
  settings: Settings,
  { factor, factorUncertainty }: NicotineFactor,
): { value: number; standard: number | null } | null {
  const direct = settings.get("cotininePerCigarette");
  if (direct?.value != null) return { value: direct.value, standard: relative(direct) };
  const nicotine = settings.get("nicotinePerCigarette");
  if (nicotine?.value == null || factor === null) return null;
  const value = cotininePerCigarette({
    nicotinePerCigarette: mg(nicotine.value),
    factor: correctionFactorOf(Number(factor)),
  });
  const ofNicotine = relative(nicotine);
  const isKnown = ofNicotine !== null && factorUncertainty !== null;
  return { value, standard: isKnown ? Math.hypot(ofNicotine, Number(factorUncertainty) / 100) : null };
}

function relative({ uncertainty }: Pick<PopulationSetting, "uncertainty">): number | null {
  return uncertainty === null ? null : uncertainty / 100;
}
