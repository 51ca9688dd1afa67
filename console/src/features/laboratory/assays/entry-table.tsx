import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useEffect, useRef } from "react";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { AnalyteCell } from "./assay-parts.tsx";
import {
  isUntyped,
  type MethodLimits,
  type Typed,
  untyped,
  useFlagOptions,
  valueNames,
  withFigure,
} from "./assay-value-inputs.tsx";

/** What is wrong in the line of an analyte: its fields, and the sentence. */
export type EntryFaults = ReadonlyMap<AnalyteName, { figures: readonly string[]; text: string }>;

/** One line for each of the 18 analytes. */
export function EntryTable(props: {
  typed: ReadonlyMap<AnalyteName, Typed>;
  faults: EntryFaults;
  /** The limits that the method filled in. */
  ofMethod: ReadonlyMap<AnalyteName, MethodLimits>;
  onType: (analyte: AnalyteName, figures: Typed) => void;
}) {
  const label = useAssayLabels();
  const flags = useFlagOptions();
  const first = analyteName.options.find((one) => props.faults.has(one));
  return (
    <div className="assay-entry-scroll">
      <table className="assay-entry">
        <thead>
          <tr>
            <th scope="col">{label("analyte")}</th>
            {valueNames.map((name) => (
              <th key={name} scope="col">
                {label(name)} {name === "recovery" ? "%" : "μg/L"}
              </th>
            ))}
            <th scope="col">{label("flag")}</th>
          </tr>
        </thead>
        <tbody>
          {analyteName.options.map((analyte) => {
            const row = props.typed.get(analyte) ?? untyped;
            const fault = props.faults.get(analyte);
            const name = label(`analyte.${analyte}`);
            return (
              <tr key={analyte}>
                <td>
                  <AnalyteCell analyte={analyte} />
                  {fault === undefined ? null : <Fault text={fault.text} isFirst={analyte === first} />}
                </td>
                {valueNames.map((figure) => (
                  <td key={figure}>
                    <Input
                      size="small"
                      inputMode="decimal"
                      maxLength={24}
                      aria-label={`${name}, ${label(figure)}`}
                      {...(fault?.figures.includes(figure) ? { status: "error" as const } : {})}
                      value={row[figure]}
                      onChange={(event) => props.onType(analyte, withFigure(row, figure, event.target.value))}
                    />
                  </td>
                ))}
                <td>
                  <Select
                    size="small"
                    style={{ width: 132 }}
                    aria-label={`${name}, ${label("flag")}`}
                    value={isUntyped(row, props.ofMethod.get(analyte)) ? null : row.flag}
                    placeholder="—"
                    options={flags}
                    onChange={(flag) => props.onType(analyte, { ...row, flag: flag ?? untyped.flag })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The first of them is brought into sight. */
function Fault({ text, isFirst }: { text: string; isFirst: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isFirst) line.current?.scrollIntoView({ block: "center" });
  }, [isFirst]);
  return (
    <p ref={line} className="assay-fault" role="alert">
      {text}
    </p>
  );
}
