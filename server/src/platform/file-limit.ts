import { readFileSync } from "node:fs";
import type { ConnectionLimits } from "./connection-book.ts";

type Limits = { http: ConnectionLimits; devices: ConnectionLimits };

/** How many files and sockets this process may have open; null where the system does not say. */
export function readFileLimit(): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null; // no Linux
  }
}

/**
 * Fits the listeners' limits into what the system allows, so that the database's connections, files and the log can
 * always be opened: a tenth of it, and 256 at least, stay free. Visitors get a quarter of the rest at most.
 */
export function fitConnections(wanted: Limits, fileLimit: number | null): Limits & { isReduced: boolean } {
  if (fileLimit === null) return { ...wanted, isReduced: false };
  const places = Math.max(64, fileLimit - Math.max(256, Math.ceil(fileLimit / 10)));
  const isReduced = wanted.http.total + wanted.devices.total > places;
  if (!isReduced) return { ...wanted, isReduced };
  const http = Math.min(wanted.http.total, Math.max(Math.ceil(places / 4), places - wanted.devices.total));
  return {
    http: { ...wanted.http, total: http },
    devices: { ...wanted.devices, total: Math.min(wanted.devices.total, places - http) },
    isReduced,
  };
}
