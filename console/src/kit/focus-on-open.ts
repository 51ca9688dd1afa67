type Focusable = { focus: () => void; nativeElement: HTMLElement | null };

const begun = new WeakSet<HTMLElement>();

/**
 * As the `ref` of the field that a dialog begins with. `autoFocus` is too early there: a dialog's fields are made before
 * it is put into the document. antd sets the ref of a field whenever that is drawn: only the first time counts.
 */
export function focusOnOpen(field: Focusable | null): void {
  if (field?.nativeElement == null || begun.has(field.nativeElement)) return;
  begun.add(field.nativeElement);
  queueMicrotask(() => field.focus());
}
