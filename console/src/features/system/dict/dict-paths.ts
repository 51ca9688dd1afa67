/** The page of a dictionary's values. */
export function dataPath(dictId: number): string {
  return `/dict/type/data/${dictId}`;
}

export const typesPath = "/dict/type";
