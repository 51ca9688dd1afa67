/** Gives `otherwise` where a statement broke a unique key, instead of throwing. */
export async function onUniqueViolation<T>(statement: Promise<T>, otherwise: () => T): Promise<T> {
  return statement.catch((error: unknown) => {
    if (hasCode(error, uniqueViolation)) return otherwise();
    throw error;
  });
}

/** True where a row cannot go because another table refers to it. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, foreignKeyViolation) || hasCode(error, restrictViolation);
}

const uniqueViolation = "23505";
const foreignKeyViolation = "23503";
const restrictViolation = "23001";

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
