import { Component, type ReactNode } from "react";
import { onConnection, readConnection, suspectConnection } from "../../api/connection.ts";
import { ErrorBox } from "../../kit/error-box.tsx";
import { PageNotLoaded } from "./page-modules.ts";

/** React offers nothing but a class to catch what a page throws while it is drawn. */
export class Crash extends Component<{ children: ReactNode }, { fault: Error | null }> {
  override state: { fault: Error | null } = { fault: null };

  static getDerivedStateFromError(thrown: unknown): { fault: Error } {
    return { fault: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  #leave: (() => void) | undefined;

  /** What could not be fetched is fetched again once the server is back. */
  override componentDidMount(): void {
    this.#leave = onConnection(() => {
      const isBack = readConnection() === "back" && this.state.fault instanceof PageNotLoaded;
      if (isBack) this.setState({ fault: null });
    });
  }

  override componentDidCatch(thrown: unknown): void {
    if (thrown instanceof PageNotLoaded) suspectConnection();
  }

  override componentWillUnmount(): void {
    this.#leave?.();
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <ErrorBox
        error={{ message: fault instanceof PageNotLoaded ? "" : fault.message }}
        onRetry={() => this.setState({ fault: null })}
      />
    );
  }
}
