import type { RunState } from "@tracewater/contract/laboratory/instrument-runs";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

export function RunStateMark({ state, variant }: { state: RunState; variant?: "plain" | "tag" }) {
  const { t } = useTranslation("laboratory-quality");
  return (
    <State
      tone={state === "done" ? "ok" : "info"}
      label={t(`run.state.${state}`)}
      variant={variant ?? "plain"}
    />
  );
}
