import type { BoardLabel } from "@tracewater/contract/laboratory/boards";

/** The address of a lot, among the boards of its label. */
export function lotPath(label: BoardLabel, lotId: number): string {
  return label === "fluorescence"
    ? `/measureBoard/measureBoard_tab/${lotId}`
    : `/measureBoardColloid/measureBoardColloid_tab/${lotId}`;
}
