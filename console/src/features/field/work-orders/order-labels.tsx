import type { WorkOrder, WorkOrderState } from "@tracewater/contract/field/work-orders";
import { useTranslation } from "react-i18next";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";

const tones: Record<WorkOrderState, { tone: Tone; shape?: StateShape }> = {
  draft: { tone: "off", shape: "dash" },
  dispatched: { tone: "info" },
  accepted: { tone: "info", shape: "half" },
  onSite: { tone: "info", shape: "half" },
  done: { tone: "ok" },
  verified: { tone: "ok" },
  cancelled: { tone: "off", shape: "square" },
};

export function OrderStateMark({ state, variant }: { state: WorkOrderState; variant?: "plain" | "tag" }) {
  const { t } = useTranslation("field-work-orders");
  return <State {...tones[state]} label={t(`state.${state}`)} variant={variant ?? "plain"} />;
}

/** What an order is called in the user's language. */
export function useOrderTitle(): (order: Pick<WorkOrder, "title" | "titleZh">) => string {
  const localized = useLocalized();
  return ({ title, titleZh }) => localized({ en: title, zh: titleZh });
}
