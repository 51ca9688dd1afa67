import type { FastifyRequest } from "fastify";

/**
 * What a handler tells about its work, for the audit log: which thing it touched, and what that was before and
 * after. Every changing call leaves a record anyhow; notes say what changed. Secrets are masked by their names.
 */
export type CallNote = {
  thing: {
    /** The thing's word in its path or permission: `samplePoint`, `user`. */
    kind: string;
    id: number | string;
    /** What people call it. */
    name?: string;
    /** The unit it belongs to: whose auditors may read the record beside those of who did it. */
    unitId?: number | null;
  };
  /** Left out where it was made. */
  before?: unknown;
  /** Left out where it is gone. */
  after?: unknown;
};

const notes = new WeakMap<FastifyRequest, CallNote[]>();

export function addNote(request: FastifyRequest, note: CallNote): void {
  const known = notes.get(request);
  if (known === undefined) notes.set(request, [note]);
  else known.push(note);
}

export function notesOf(request: FastifyRequest): readonly CallNote[] {
  return notes.get(request) ?? [];
}
