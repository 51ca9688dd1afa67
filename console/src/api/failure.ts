import type { ApiError } from "./api-error.ts";

/** How a call that failed was made. */
export type FailureContext = {
  /** The page draws the failure itself: only what concerns the whole session is still said. */
  handled: boolean;
  /** Nothing was to be changed: a page fetched or refreshed something by itself. */
  isReading: boolean;
};

/** The shell listens here and says once what failed; calls know nothing of dialogs and messages. */
type Listener = (failure: ApiError, context: FailureContext) => void;

const listeners = new Set<Listener>();

export function onFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says what failed as if nobody else did: for a caller that asked for silence and then thought better of it. */
export function announceFailure(failure: ApiError): void {
  reportFailure(failure, { handled: false, isReading: false });
}

export function reportFailure(failure: ApiError, context: FailureContext): void {
  for (const listener of listeners) listener(failure, context);
}
