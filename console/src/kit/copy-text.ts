/** Copies a text; false where the browser forbids it, as over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false;
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
