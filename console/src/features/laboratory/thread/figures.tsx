import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { measuredTexts, measuredValue } from "../../../charts/measured.tsx";
import { Quantity } from "../../../kit/quantity.tsx";

const loadUnit = "mg/d/1000";

/** The load per 1000 inhabitants with its U where there is a population, else the load; never a zero for a non-detect. */
export function LoadFigure({ load }: { load: Traceability["loads"][number] }) {
  const unit = load.per1000 === null ? "mg/d" : loadUnit;
  const value = Number(load.per1000 ?? load.load);
  if (load.isCensored)
    return (
      <Quantity
        value={null}
        flag={load.below === null ? "< LOQ" : `< ${measuredValue(load.below, null)} ${unit}`}
      />
    );
  const shown = measuredTexts(value, load.expanded);
  return <Quantity value={shown?.value} uncertainty={shown?.uncertainty} unit={unit} />;
}

/** A concentration digit by digit as it was entered; what lies below a limit as that limit. */
export function AssayFigure({ assay }: { assay: Traceability["assays"][number] }) {
  const { flag, value, lod, loq, uncertainty } = assay;
  const limit = flag === "belowLoq" ? loq : flag === "notDetected" ? (lod ?? loq) : null;
  const below = limit === null ? (flag === "belowLoq" ? "< LOQ" : "< LOD") : `< ${limit} μg/L`;
  const isBelow = flag === "belowLoq" || flag === "notDetected";
  return <Quantity value={value} unit="μg/L" uncertainty={uncertainty} flag={isBelow ? below : undefined} />;
}
