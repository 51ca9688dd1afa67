import { type NoteKey, noteKinds, readNoteKey } from "@tracewater/custody/checkpoint";

/** A witness that checkpoints are sent to. */
export type Witness = { url: string; key: NoteKey; text: string };

/** Reads `URL KEY; URL KEY`; null where it is no such list. */
export function readWitnesses(text: string): Witness[] | null {
  const entries = text.split(";").flatMap((one) => (one.trim() === "" ? [] : [one.trim().split(/\s+/)]));
  const witnesses = entries.flatMap(([url = "", keyText = "", ...rest]) => {
    const key = readNoteKey(keyText, noteKinds.witness);
    const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    return key === null || !isUrl || rest.length > 0
      ? []
      : [{ url: url.replace(/\/$/, ""), key, text: keyText }];
  });
  const names = new Set(witnesses.map(({ key }) => key.name));
  return witnesses.length === entries.length && names.size === entries.length ? witnesses : null;
}
