/** A JSON file that the build brought along, by its address; the page asks for it once. */
const asked = new Map<string, Promise<unknown>>();

export function fetchBuildFile(address: string): Promise<unknown> {
  const known = asked.get(address);
  if (known !== undefined) return known;
  const started = read(address);
  asked.set(address, started);
  started.catch(() => asked.delete(address)); // else it could never be fetched again
  return started;
}

async function read(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
