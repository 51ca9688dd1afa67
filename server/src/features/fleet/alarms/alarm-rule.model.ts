import type { RuleOperator } from "@tracewater/contract/fleet/alarm-rules";

/** What the hot path needs of a property's rule. */
export type Condition = {
  operator: RuleOperator;
  threshold: number;
  /** Hysteresis: back at this the alarm clears. */
  clearThreshold: number | null;
  durationMicros: number;
  clearsByItself: boolean;
};

export type Phase = "idle" | "pending" | "open";

/**
 * What one rule knows of one device. Times are microseconds of the device's clock: `since` when the condition began
 * to hold, `lastAt` of the newest value that was looked at.
 */
export type WatchState = { phase: Phase; since: number; lastAt: number };

/** What a value changes: it begins to hold, ceases, is late, has held long enough, or is over. */
export type Step = "pending" | "cancel" | "restart" | "raise" | "clear";

/**
 * What a value does to a rule's state; null where nothing but `lastAt` moves. A late value says nothing about the
 * present: it raises and clears nothing. One that shows that a condition did not hold all the time makes it start over.
 */
export function stepOf(condition: Condition, state: WatchState, at: number, value: number): Step | null {
  if (at <= state.lastAt) {
    const breaks = state.phase === "pending" && at >= state.since && !holds(condition, value);
    return breaks ? "restart" : null;
  }
  switch (state.phase) {
    case "idle":
      if (!holds(condition, value)) return null;
      return condition.durationMicros === 0 ? "raise" : "pending";
    case "pending":
      if (!holds(condition, value)) return "cancel";
      return at - state.since >= condition.durationMicros ? "raise" : null;
    case "open":
      return condition.clearsByItself && isOver(condition, value) ? "clear" : null;
  }
}

/** The state after a step. */
export function after(step: Step, state: WatchState, at: number): WatchState {
  switch (step) {
    case "pending":
      return { phase: "pending", since: at, lastAt: at };
    case "restart":
      return { ...state, since: state.lastAt };
    case "raise":
      return { phase: "open", since: state.phase === "pending" ? state.since : at, lastAt: at };
    case "cancel":
    case "clear":
      return { phase: "idle", since: 0, lastAt: at };
  }
}

function holds({ operator, threshold }: Condition, value: number): boolean {
  switch (operator) {
    case "gt":
      return value > threshold;
    case "ge":
      return value >= threshold;
    case "lt":
      return value < threshold;
    case "le":
      return value <= threshold;
    case "eq":
      return value === threshold;
    case "ne":
      return value !== threshold;
  }
}

/** Over is what neither holds nor lies between the two thresholds. */
function isOver(condition: Condition, value: number): boolean {
  const { operator, clearThreshold } = condition;
  if (holds(condition, value)) return false;
  if (clearThreshold === null || operator === "eq" || operator === "ne") return true;
  return operator === "gt" || operator === "ge" ? value <= clearThreshold : value >= clearThreshold;
}

/** The words of a text with commas between them. */
export function searchTermsOf(text: string): string[] {
  return text
    .split(/[,，;；\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
