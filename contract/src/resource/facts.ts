import { z } from "zod";

/**
 * What is known of a field beside its schema: text, number, boolean or one of a few words, never a function and
 * never a component. At most ten; an eleventh takes a decision record.
 */
export type Facts = {
  /** A key of the resource's words. */
  label: string;
  /** The values' words stand under `<dictionary>.<value>`. */
  dictionary?: string;
  /** Printed in the head of a column and behind an input. */
  unit?: string;
  /** `text`: found by the list's keyword; `choice`: a filter of its own; `exact`: a filter that a page sets, by the whole text. */
  search?: "text" | "choice" | "exact";
  sortable?: boolean;
  /** Written, never read back or exported. */
  secret?: boolean;
  /** `false` leaves the field out of xlsx files. */
  export?: boolean;
  /** The field holds an id of one of these. */
  reference?: "unit";
  /** The field beside it that holds the name of what is referred to. */
  nameIn?: string;
  /** Where the column stands at first; shown without it. */
  column?: "hidden" | "never";
};

const registry = z.registry<Facts>();

/** Hangs facts on a schema. The schema is copied first, so that one schema may serve many fields. */
export function field<T extends z.ZodType>(schema: T, facts: Facts): T {
  const own = schema.clone();
  registry.add(own, facts);
  return own;
}

export function factsOf(schema: z.ZodType): Facts | undefined {
  return registry.get(schema);
}
