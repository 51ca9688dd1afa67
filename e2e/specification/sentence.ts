/** A test that holds a sentence: it fails when the sentence is no longer true. */
export type Held = { file: string; test: string };

export type Sentence = { section: string; says: string; by: readonly Held[] };
