/** A file on its way: fetched with the session by the page's hook, drawn by `Picture` and `FileLine`. */
export type FileState =
  | { state: "loading" }
  | { state: "ready"; blob: Blob; name: string }
  | { state: "failed"; message: string; requestId?: string | undefined; retry: () => void };

/** Hands a file to the browser to save. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address over once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** 1,048,576 bytes are 1.0 MB, as file managers count. */
export function formatBytes(bytes: number): string {
  const steps = ["B", "kB", "MB", "GB"];
  let value = bytes;
  let step = 0;
  while (value >= 1024 && step < steps.length - 1) {
    value /= 1024;
    step += 1;
  }
  return `${step === 0 ? value : value.toFixed(1)} ${steps[step]}`;
}
