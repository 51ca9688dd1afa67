import { Component, type ReactNode } from "react";
import { ErrorBox } from "../../kit/error-box.tsx";

/** React offers nothing but a class to catch what a page throws while it is drawn. */
export class Crash extends Component<{ children: ReactNode }, { fault: Error | null }> {
  override state: { fault: Error | null } = { fault: null };

  static getDerivedStateFromError(thrown: unknown): { fault: Error } {
    return { fault: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return (
      <ErrorBox
        error={{ message: this.state.fault.message }}
        onRetry={() => this.setState({ fault: null })}
      />
    );
  }
}
