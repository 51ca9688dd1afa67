/** What an error says, or whatever was thrown in place of one. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
