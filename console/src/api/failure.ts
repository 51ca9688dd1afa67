import type { ApiError } from "./api-error.ts";

/** The shell listens here and says once what failed; calls know nothing of dialogs and messages. */
type Listener = (failure: ApiError) => void;

const listeners = new Set<Listener>();

export function onFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceFailure(failure: ApiError): void {
  for (const listener of listeners) listener(failure);
}
