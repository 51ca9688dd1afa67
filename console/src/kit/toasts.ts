/** Short messages over the page. Spec 8: they are 5 seconds; never two of the same text at once. */
export type Toast = {
  id: number;
  tone: "success" | "info" | "warning" | "error";
  /** With a title it is a notification at the right edge, else a message at the top. */
  title?: string | undefined;
  text: string;
  /** What may be done about it while it is shown. */
  action?: { label: string; run: () => void } | undefined;
};

const showMs = 5000;
/** An undo is offered for longer than a message is read. */
const actionMs = 10_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export function showToast(toast: Omit<Toast, "id">): void {
  if (toasts.some((known) => known.text === toast.text && known.title === toast.title)) return;
  const id = nextId++;
  set([...toasts, { ...toast, id }]);
  setTimeout(() => closeToast(id), toast.action === undefined ? showMs : actionMs);
}

export function closeToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
