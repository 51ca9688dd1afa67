/** The ILIKE pattern for texts that hold this one, whatever signs it is made of. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
