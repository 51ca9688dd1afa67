import type { EntrustmentState } from "@tracewater/contract/evidence/entrustment-fields";
import { entrustmentLabels } from "@tracewater/contract/evidence/entrustment-labels";
import { itemLabels } from "@tracewater/contract/evidence/item-labels";
import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import { useLocalized } from "../../../kit/use-localized.ts";
import { DictTag } from "../../../pickers/dict-tag.tsx";

/** What an entrustment's fields are called, as in its exports. */
export function useEntrustmentLabels(): (key: keyof typeof entrustmentLabels.en) => string {
  const localized = useLocalized();
  const labels = localized(entrustmentLabels);
  return (key) => labels[key];
}

/** What an item's fields are called, as in its exports. */
export function useItemLabels(): (key: keyof typeof itemLabels.en) => string {
  const localized = useLocalized();
  const labels = localized(itemLabels);
  return (key) => labels[key];
}

/** Nothing more happens to it. */
export function isGone({ state }: Pick<EvidenceItem, "state">): boolean {
  return state === "returned" || state === "destroyed" || state === "lost";
}

export function EntrustmentStateMark(props: { state: EntrustmentState; variant?: "plain" | "tag" }) {
  return <DictTag type="entrustment_state" value={props.state} variant={props.variant ?? "plain"} />;
}

export const entrustmentPath = (id: number) => `/entrusted/entr/${id}`;
export const trackPath = (id: number) => `/entrusted/track/${id}`;
export const itemPath = (id: number) => `/evidence/item?id=${id}`;

/** The id in an address; null where it holds none. */
export function idOf(digits: string | null | undefined): number | null {
  const id = Number(digits);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}
