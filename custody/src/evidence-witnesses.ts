import { type NoteKey, noteKinds, readNoteKey, type SignedNote } from "./checkpoint.ts";
import { cosignedAt } from "./cosignature.ts";
import type { Finding } from "./evidence-verdict.ts";

/** `isComplete` is false where a witness that the file names has not countersigned. */
export type Witnessed = { failures: Finding[]; seen: Finding[]; isComplete: boolean };

/** The countersignatures of a checkpoint: each one that is there has to be right, each demanded one has to be there. */
export function checkWitnesses(
  note: SignedNote,
  named: readonly string[],
  demanded: readonly NoteKey[],
  log: NoteKey,
): Witnessed {
  const witnessed: Witnessed = { failures: [], seen: [], isComplete: true };
  const known = named.flatMap((text) => readNoteKey(text, noteKinds.witness) ?? []);
  if (known.length < named.length) witnessed.failures.push({ code: "wrongWitness", name: "?" });
  const right = [...demanded, ...known].flatMap((key) => {
    const at = cosignedAt(note, key);
    return at === null ? [] : [{ key, at }];
  });
  const isRight = (name: string) => right.some(({ key }) => key.name === name);
  for (const { name } of note.signatures)
    if (name !== log.name && !isRight(name)) witnessed.failures.push({ code: "wrongWitness", name });
  for (const key of demanded) {
    const at = cosignedAt(note, key);
    if (at === null) witnessed.failures.push({ code: "notWitnessed", name: key.name });
    else witnessed.seen.push({ code: "witnessed", name: key.name, time: new Date(at * 1000).toISOString() });
  }
  for (const { name } of known) {
    if (demanded.some((key) => key.name === name)) continue;
    if (!isRight(name)) witnessed.isComplete = false;
    witnessed.seen.push({ code: isRight(name) ? "claimed" : "notWitnessed", name });
  }
  return witnessed;
}
