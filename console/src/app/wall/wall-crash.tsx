import { Component, type ReactNode } from "react";

const againMs = 20_000;

/** Nobody stands before a wall to reload it: a screen that could not be drawn or fetched starts again. */
export class WallCrash extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    setTimeout(() => location.reload(), againMs);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
