import type { ReplyOf } from "@tracewater/contract/call";
import { getMethodLimits } from "@tracewater/contract/laboratory/assays";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { type MethodLimits, type Typed, untyped, withFigure } from "./assay-value-inputs.tsx";

export type Method = { method: string; methodVersion: string };
type Limits = ReplyOf<typeof getMethodLimits>["data"];

/** The method by name and version; its limits are looked up when either was left. */
export function MethodFields({ onEntered }: { onEntered: () => void }) {
  const label = useAssayLabels();
  return (
    <>
      <Form.Item name="method" label={label("method")}>
        <Input maxLength={100} onBlur={onEntered} />
      </Form.Item>
      <Form.Item name="methodVersion" label={label("methodVersion")}>
        <Input maxLength={40} onBlur={onEntered} />
      </Form.Item>
    </>
  );
}

/** The limits of the method that was looked up, by analyte; they are given once when they come. */
export function useMethodLimits(onFound: (limits: Limits) => void): {
  ofMethod: ReadonlyMap<AnalyteName, MethodLimits>;
  lookUp: (method: Method) => void;
} {
  const [method, lookUp] = useState<Method>({ method: "", methodVersion: "" });
  const { data } = useApi(
    getMethodLimits,
    { query: method },
    { handled: true, enabled: method.method !== "" },
  );
  const known = data?.data;
  const [given, setGiven] = useState<Limits | undefined>(undefined);
  if (known !== undefined && known !== given) {
    setGiven(known);
    onFound(known);
  }
  return { ofMethod: new Map((given ?? []).map((one) => [one.analyte, limitsOf(one)])), lookUp };
}

/** The method's limits where none were typed. */
export function withLimits(
  typed: ReadonlyMap<AnalyteName, Typed>,
  limits: Limits,
): ReadonlyMap<AnalyteName, Typed> {
  const next = new Map(typed);
  for (const one of limits) {
    const { lod, loq } = limitsOf(one);
    const row = next.get(one.analyte) ?? untyped;
    const filled = row.lod === "" ? withFigure(row, "lod", lod) : row;
    next.set(one.analyte, filled.loq === "" ? withFigure(filled, "loq", loq) : filled);
  }
  return next;
}

function limitsOf({ lod, loq }: { lod: string | null; loq: string | null }): MethodLimits {
  return { lod: lod ?? "", loq: loq ?? "" };
}
