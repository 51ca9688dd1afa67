/** One of the posts that a test may look for by its name. */
export function examplePost(_unitId: number, name: string) {
  return { postCode: name, postName: name };
}
