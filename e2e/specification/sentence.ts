/** A test that holds a sentence: it fails when the sentence is no longer true. */
export type Held = { file: string; test: string };

/** A sentence about a page that is not there yet: whoever builds that area names the test in its stead. */
export type Later = { later: "situation" };

export type Sentence = { section: string; says: string; by: readonly Held[] | Later };

export function later(area: Later["later"]): Later {
  return { later: area };
}
