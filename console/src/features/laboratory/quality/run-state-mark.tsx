import type { InstrumentEventKind, RunState } from "@tracewater/contract/laboratory/instrument-runs";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

/** How far the run is, and what the instrument found wrong with it. */
export function RunStateMark(props: {
  state: RunState;
  incidents: readonly InstrumentEventKind[];
  variant?: "plain" | "tag";
}) {
  const { state, incidents, variant = "plain" } = props;
  const { t } = useTranslation("laboratory-quality");
  const isCalm = incidents.length === 0;
  const names = incidents.map((one) => t(`event.kind.${one}`)).join(t("comma"));
  const tone = state === "done" ? "ok" : "info";
  return (
    <State tone={isCalm ? tone : "warn"} label={isCalm ? t(`run.state.${state}`) : names} variant={variant} />
  );
}
