import { useState } from "react";

/** The last value that was there. */
export function useKept<T>(value: T | undefined): T | null {
  const [kept, keep] = useState<T | null>(value ?? null);
  if (value !== undefined && value !== kept) keep(value);
  return value ?? kept;
}
