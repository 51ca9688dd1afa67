import { z } from "zod";

/**
 * What is known of a field alongside its schema: text, number, boolean or one of a few words, never a function and
 * never a component. At most ten; an eleventh takes a decision record.
 */
export type FieldMetadata = {
  /** A key of the resource's words. */
  label: string;
  /** The values' words are under `<dictionary>.<value>`. */
  dictionary?: string;
  /** Printed in the head of a column and behind an input. */
  unit?: string;
  /**
   * `text`: found by the list's keyword, and by a part of it under the field's own name; `choice`: a filter of its
   * own; `exact`: a filter that a page sets, by the whole text.
   */
  search?: "text" | "choice" | "exact";
  sortable?: boolean;
  /** Written, never read back or exported. */
  secret?: boolean;
  /** `false` leaves the field out of xlsx files. */
  export?: boolean;
  /** The field holds an id of one of these; a time zone's is its IANA name. */
  reference?: "unit" | "timeZone";
  /** The field alongside it that holds the name of what is referred to. */
  nameIn?: string;
  /** Where the column is at first; shown without it. */
  column?: "hidden" | "never";
};

const registry = z.registry<FieldMetadata>();

/** Hangs facts on a schema. The schema is copied first, so that one schema may serve many fields. */
export function field<T extends z.ZodType>(schema: T, metadata: FieldMetadata): T {
  const own = schema.clone();
  registry.add(own, metadata);
  return own;
}

export function fieldMetadataOf(schema: z.ZodType): FieldMetadata | undefined {
  return registry.get(schema);
}
