/** Spec 5: whether a value fits a pattern that is given as text; a text that is no pattern fits nothing. */
export function matchesPattern(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(value);
  } catch (fault) {
    if (fault instanceof SyntaxError) return false;
    throw fault;
  }
}
