import { z } from "zod";
import { type FieldMetadata, fieldMetadataOf } from "./field-metadata.ts";

/** A field as its readers see it: its facts, and what its schema says of the values. */
export type Field = FieldMetadata & {
  name: string;
  kind: "text" | "number" | "choice" | "day";
  /** The values of a choice. */
  options: readonly string[];
  /** A value has to be given. */
  required: boolean;
  nullable: boolean;
  whole: boolean;
  min: number | null;
  max: number | null;
  maxLength: number | null;
  /** What is in where nothing is given. */
  fallback: unknown;
  /** Reported by the server, never written. */
  readOnly: boolean;
};

/** What a resource's readers take. */
export type Declared = { fields: z.core.$ZodShape; shown: z.core.$ZodShape };

/** All fields with facts, in the order of their declaration. */
export function fieldsOf(resource: Declared): Field[] {
  return [...readShape(resource.fields, false), ...readShape(resource.shown, true)];
}

/** The columns of a list; a field that holds the name of another is not one of its own. */
export function columnFields(resource: Declared): Field[] {
  const fields = fieldsOf(resource);
  const names = new Set(fields.map((one) => one.nameIn));
  return fields.filter((one) => one.column !== "never" && one.secret !== true && !names.has(one.name));
}

export function formFields(resource: Declared): Field[] {
  return fieldsOf(resource).filter((one) => !one.readOnly);
}

export function keywordFields(resource: Declared): Field[] {
  return fieldsOf(resource).filter((one) => one.search === "text");
}

export function filterFields(resource: Declared): Field[] {
  return fieldsOf(resource).filter((one) => one.search === "choice");
}

/** Filters that no search form shows: a page that is about one value of them sets it. */
export function exactFields(resource: Declared): Field[] {
  return fieldsOf(resource).filter((one) => one.search === "exact");
}

export function sortableFields(resource: Declared): Field[] {
  return fieldsOf(resource).filter((one) => one.sortable === true);
}

/** The columns of an xlsx file that goes out. */
export function exportFields(resource: Declared): Field[] {
  return columnFields({ ...resource }).filter((one) => one.export !== false);
}

/** The columns of one that comes in. */
export function importFields(resource: Declared): Field[] {
  return formFields(resource).filter((one) => one.export !== false);
}

function readShape(shape: z.core.$ZodShape, readOnly: boolean): Field[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const metadata = schema instanceof z.ZodType ? fieldMetadataOf(schema) : undefined;
    return metadata === undefined ? [] : [{ ...metadata, name, readOnly, ...readSchema(schema) }];
  });
}

type Readable = Omit<Field, keyof FieldMetadata | "name" | "readOnly">;

const unbounded = { options: [], whole: false, min: null, max: null, maxLength: null, fallback: null };

function readSchema(schema: z.core.$ZodType): Readable {
  if (schema instanceof z.ZodDefault) {
    return { ...readSchema(schema.unwrap()), required: false, fallback: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodOptional) return { ...readSchema(schema.unwrap()), required: false };
  if (schema instanceof z.ZodNullable)
    return { ...readSchema(schema.unwrap()), required: false, nullable: true };
  const readable = { ...unbounded, required: true, nullable: false };
  if (schema instanceof z.ZodEnum) {
    return { ...readable, kind: "choice", options: schema.options.map(String) };
  }
  if (schema instanceof z.ZodNumber) {
    return {
      ...readable,
      kind: "number",
      whole: schema.format === "safeint",
      min: finite(schema.minValue),
      max: finite(schema.maxValue),
    };
  }
  if (schema instanceof z.ZodISODate) return { ...readable, kind: "day" };
  if (schema instanceof z.ZodString) return { ...readable, kind: "text", maxLength: schema.maxLength };
  throw new Error(`a resource's field cannot be of the type ${schema._zod.def.type}`);
}

/** Bounds of the number format itself say nothing. */
function finite(bound: number | null): number | null {
  return bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound;
}
