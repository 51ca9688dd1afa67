import { Component, type ReactNode } from "react";

const againMs = 20_000;

/** Nobody stands before a wall to reload it: what a screen could not draw, or not fetch, is begun anew. */
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
