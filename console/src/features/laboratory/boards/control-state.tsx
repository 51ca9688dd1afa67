import type {
  BoardControlState,
  DeviceControl,
  WithholdCause,
} from "@tracewater/contract/laboratory/board-controls";
import type { BoardTest } from "@tracewater/contract/laboratory/board-tests";
import { useTranslation } from "react-i18next";
import { State, type Tone } from "../../../kit/state.tsx";
import { useBoardLabels } from "./use-board-labels.ts";

const tones: Readonly<Record<BoardControlState, Tone>> = {
  off: "off",
  valid: "ok",
  lockedOut: "critical",
  overridden: "warn",
};

/** Whether a detector's results count by its controls, and why not. */
export function ControlState({ device }: { device: Pick<DeviceControl, "state" | "cause"> }) {
  const { t } = useTranslation("laboratory-boards");
  const { state, cause } = device;
  const text = t(`control.state.${state}`);
  const why = cause === null ? "" : t(`control.cause.${cause}`);
  return <State tone={tones[state]} label={why === "" ? text : t("control.because", { text, why })} />;
}

/** What marks a test apart from a result of a sample: a control board, a result that does not count. */
export function TestMarks({
  test,
}: {
  test: Pick<BoardTest, "control" | "controlPassed" | "withheld" | "isOverridden">;
}) {
  const { t } = useTranslation("laboratory-boards");
  return (
    <>
      {test.control === null ? null : <ControlMark control={test.control} passed={test.controlPassed} />}
      {test.withheld === null ? null : <WithheldMark cause={test.withheld} />}
      {test.isOverridden ? <State tone="warn" label={t("control.overridden")} variant="tag" /> : null}
    </>
  );
}

function ControlMark({
  control,
  passed,
}: {
  control: NonNullable<BoardTest["control"]>;
  passed: boolean | null;
}) {
  const { t } = useTranslation("laboratory-boards");
  const label = useBoardLabels();
  const verdict = passed === null ? "none" : passed ? "passed" : "failed";
  const tone = { none: "off", passed: "ok", failed: "critical" } as const;
  const text = t("control.because", {
    text: label(`control.${control}`),
    why: t(`control.verdict.${verdict}`),
  });
  return <State tone={tone[verdict]} label={text} variant="tag" />;
}

function WithheldMark({ cause }: { cause: WithholdCause }) {
  const label = useBoardLabels();
  return <State tone="critical" label={label(`withheld.${cause}`)} variant="tag" />;
}
