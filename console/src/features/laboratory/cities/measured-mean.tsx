import type { CityPlantLoad } from "@tracewater/contract/laboratory/city-loads";
import { Measured } from "../../../charts/measured.tsx";

type Mean = Pick<CityPlantLoad, "mean" | "isMeanBelow" | "expanded">;

/** A mean with its expanded uncertainty; below the LOQ it is no number. */
export function MeasuredMean({ one, unit }: { one: Mean; unit?: string }) {
  return (
    <Measured value={one.mean} expanded={one.expanded} unit={unit} flag={one.isMeanBelow ? "< LOQ" : null} />
  );
}
