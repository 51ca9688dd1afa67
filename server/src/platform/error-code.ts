/** The `code` of a Node or PostgreSQL error ("ENOENT", "3D000"); an empty string where there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Of a worker thread that went beyond its limit. */
export function isOutOfMemory(error: unknown): boolean {
  return errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY";
}
