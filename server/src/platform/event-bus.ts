import type { Log } from "./log.ts";

/**
 * Facts in the past tense, delivered to every listener in this process. A listener that fails is logged and never
 * breaks the emitter. `E` maps each fact's name to what it carries.
 */
export type EventBus<E extends Record<string, unknown>> = {
  emit<K extends keyof E & string>(name: K, fact: E[K]): void;
  on<K extends keyof E & string>(name: K, listener: (fact: E[K]) => void): () => void;
  hasListeners(name: keyof E & string): boolean;
};

export function createEventBus<E extends Record<string, unknown>>(log: Log): EventBus<E> {
  const listeners = new Map<string, Set<(fact: never) => void>>();
  return {
    emit(name, fact) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(fact as never);
        } catch (error) {
          log.error({ err: error, event: name }, "a listener failed");
        }
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener as (fact: never) => void);
      return () => set.delete(listener as (fact: never) => void);
    },
    hasListeners: (name) => (listeners.get(name)?.size ?? 0) > 0,
  };
}
