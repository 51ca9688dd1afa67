import { z } from "zod";

/**
 * A product's thing model in Alink's TSL JSON, with five additions of ours that firmware ignores: the group a
 * property is shown under, a Chinese name, the unit as it is printed, the words of an enum's values, and which services
 * may be called twice.
 */
const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,49}$/, "letters, digits and _ (1..50)");

const numberSpecs = z.object({
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  unit: z.string().optional(),
});

const textSpecs = z.object({ length: z.number().int().positive().max(10240) });

const number = z.string().regex(/^-?\d+$/);
const enumSpecs = z.record(number, z.string());
/** How each value is printed, where that is more than its key. */
const enumNames = z.record(number, z.object({ name: z.string(), nameZh: z.string() })).optional();

export type DataType =
  | { type: "int" | "float" | "double"; specs: z.infer<typeof numberSpecs> }
  | { type: "text"; specs: z.infer<typeof textSpecs> }
  | { type: "enum" | "bool"; specs: Record<string, string>; names?: z.infer<typeof enumNames> }
  | { type: "date" }
  | { type: "struct"; specs: Field[] }
  | { type: "array"; specs: { size: number; item: DataType } };

export type Field = { identifier: string; name: string; nameZh: string; dataType: DataType };

const dataType: z.ZodType<DataType> = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({ type: z.enum(["int", "float", "double"]), specs: numberSpecs }),
    z.object({ type: z.literal("text"), specs: textSpecs }),
    z.object({ type: z.enum(["enum", "bool"]), specs: enumSpecs, names: enumNames }),
    z.object({ type: z.literal("date") }),
    z.object({ type: z.literal("struct"), specs: z.array(field) }),
    z.object({
      type: z.literal("array"),
      specs: z.object({ size: z.number().int().positive().max(512), item: dataType }),
    }),
  ]),
);

const field: z.ZodType<Field> = z.lazy(() =>
  z.object({ identifier, name: z.string(), nameZh: z.string(), dataType }),
);

const property = z.object({
  identifier,
  name: z.string(),
  nameZh: z.string(),
  group: z.enum(["workStatus", "mode", "setting", "envStatus"]),
  accessMode: z.enum(["r", "rw"]),
  dataType,
});

const event = z.object({
  identifier,
  name: z.string(),
  nameZh: z.string(),
  type: z.enum(["info", "alert", "error"]),
  outputData: z.array(field),
});

const service = z.object({
  identifier,
  name: z.string(),
  nameZh: z.string(),
  callType: z.enum(["async", "sync"]),
  /** Called twice it has done what it does once. */
  idempotent: z.boolean().optional(),
  inputData: z.array(
    z.object({ identifier, name: z.string(), nameZh: z.string(), required: z.boolean(), dataType }),
  ),
  outputData: z.array(field),
});

export const thingModel = z.object({
  version: z.string(),
  properties: z.array(property),
  events: z.array(event),
  services: z.array(service),
});

export type ThingModel = z.infer<typeof thingModel>;
export type Property = ThingModel["properties"][number];
export type EventModel = ThingModel["events"][number];
export type ServiceModel = ThingModel["services"][number];
