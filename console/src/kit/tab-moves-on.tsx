import type { KeyboardEvent, ReactNode } from "react";

/**
 * In every choice of the page the Tab key closes the list and moves on, and never chooses what is highlighted: the
 * selects of the UI library take Tab for Enter. Portals are covered too, since React's events follow the tree of
 * components.
 */
export function TabMovesOn({ children }: { children: ReactNode }) {
  return (
    <div style={{ display: "contents" }} onKeyDownCapture={holdTabBack}>
      {children}
    </div>
  );
}

function holdTabBack(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  if (key === "Tab" && target instanceof Element && target.closest(".ant-select") !== null) {
    event.stopPropagation();
  }
}
