import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useEffect, useRef } from "react";
import { AnalyteCell, useAssayWords } from "./assay-parts.tsx";
import { figureNames, type Typed, untyped, useFlagOptions } from "./figure-inputs.tsx";

/** What is wrong in the line of an analyte: its fields, and the sentence. */
export type EntryFaults = ReadonlyMap<AnalyteName, { figures: readonly string[]; text: string }>;

/** One line for each of the 18 analytes. */
export function EntryTable(props: {
  typed: ReadonlyMap<AnalyteName, Typed>;
  faults: EntryFaults;
  onType: (analyte: AnalyteName, figures: Typed) => void;
}) {
  const word = useAssayWords();
  const flags = useFlagOptions();
  const first = analyteName.options.find((one) => props.faults.has(one));
  return (
    <div className="assay-entry-scroll">
      <table className="assay-entry">
        <thead>
          <tr>
            <th scope="col">{word("analyte")}</th>
            {figureNames.map((name) => (
              <th key={name} scope="col">
                {word(name)} {name === "recovery" ? "%" : "μg/L"}
              </th>
            ))}
            <th scope="col">{word("flag")}</th>
          </tr>
        </thead>
        <tbody>
          {analyteName.options.map((analyte) => {
            const row = props.typed.get(analyte) ?? untyped;
            const fault = props.faults.get(analyte);
            const name = word(`analyte.${analyte}`);
            return (
              <tr key={analyte}>
                <td>
                  <AnalyteCell analyte={analyte} />
                  {fault === undefined ? null : <Fault text={fault.text} isFirst={analyte === first} />}
                </td>
                {figureNames.map((figure) => (
                  <td key={figure}>
                    <Input
                      size="small"
                      inputMode="decimal"
                      maxLength={24}
                      aria-label={`${name}, ${word(figure)}`}
                      {...(fault?.figures.includes(figure) ? { status: "error" as const } : {})}
                      value={row[figure]}
                      onChange={(event) => props.onType(analyte, { ...row, [figure]: event.target.value })}
                    />
                  </td>
                ))}
                <td>
                  <Select
                    size="small"
                    style={{ width: 132 }}
                    aria-label={`${name}, ${word("flag")}`}
                    value={row.flag}
                    options={flags}
                    onChange={(flag) => props.onType(analyte, { ...row, flag })}
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
