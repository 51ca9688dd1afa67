/*
 * The last answers of a display, kept in its browser: started without a server it shows them, and how old they are.
 */
import type { AnyCall } from "@tracewater/contract/call";
import { queryClient } from "./query-client.ts";

type Kept = { key: string; queryKey: readonly unknown[]; data: unknown; at: number };

const databaseName = "tracewater-display";
const storeName = "answers";
/** Of each call so many inputs: categories of points, windows of catchments. */
const maxOfCall = 12;

/** Keeps every answer of these calls from now on, after it has put the kept ones into the cache. */
export async function keepAnswers(calls: readonly AnyCall[]): Promise<void> {
  const names = new Set(calls.map(({ name }) => name));
  const store = await openStore().catch(() => null); // a browser that keeps nothing shows what comes
  if (store === null) return;
  for (const { queryKey, data, at } of await store.all().catch(() => [] as Kept[]))
    queryClient.setQueryData(queryKey, (now: unknown) => now ?? data, { updatedAt: at });
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { queryKey, state } = event.query;
    if (event.action.manual || !names.has(String(queryKey[0]))) return;
    const one = { key: JSON.stringify(queryKey), queryKey, data: state.data, at: state.dataUpdatedAt };
    store.put(one, String(queryKey[0])).catch(() => undefined); // full, or closed with the page
  });
}

/** Nothing of a display stays once its pairing is over. */
export async function forgetAnswers(): Promise<void> {
  const store = await openStore().catch(() => null);
  await store?.clear().catch(() => undefined);
}

/** When the server last answered one of these calls; null where it never did. */
export function answeredAt(calls: readonly AnyCall[]): number | null {
  const at = calls.flatMap(({ name }) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: [name] })
      .map(({ state }) => state.dataUpdatedAt),
  );
  const newest = Math.max(0, ...at);
  return newest === 0 ? null : newest;
}

async function openStore() {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(databaseName, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(storeName, { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const begin = (mode: IDBTransactionMode) => database.transaction(storeName, mode).objectStore(storeName);
  const all = () => done<Kept[]>(begin("readonly").getAll());
  return {
    all,
    async put(one: Kept, call: string): Promise<void> {
      await done(begin("readwrite").put(one));
      const ofCall = (await all()).filter(({ queryKey }) => queryKey[0] === call);
      const old = ofCall.sort((a, b) => b.at - a.at).slice(maxOfCall);
      for (const { key } of old) await done(begin("readwrite").delete(key));
    },
    clear: () => done(begin("readwrite").clear()),
  };
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
