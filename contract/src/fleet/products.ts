import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { familyKey } from "./families.ts";

/** A data type of a thing model as the console needs it: how to print and how to ask for a value. */
export type ValueType =
  | {
      type: "int" | "float" | "double";
      min: number | null;
      max: number | null;
      step: number | null;
      unit: string | null;
    }
  | { type: "text"; length: number }
  | { type: "enum" | "bool"; options: EnumOption[] }
  | { type: "date" }
  | { type: "struct"; fields: NamedType[] }
  | { type: "array"; size: number; item: ValueType };

/** A value of an enum: its key in the thing model, and how it is printed. */
export type EnumOption = { value: number; key: string; name: string; nameZh: string };

export type NamedType = { identifier: string; name: string; nameZh: string; dataType: ValueType };

const valueType: z.ZodType<ValueType> = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({
      type: z.enum(["int", "float", "double"]),
      min: z.number().nullable(),
      max: z.number().nullable(),
      step: z.number().nullable(),
      unit: z.string().nullable(),
    }),
    z.object({ type: z.literal("text"), length: z.number() }),
    z.object({
      type: z.enum(["enum", "bool"]),
      options: z.array(
        z.object({ value: z.number(), key: z.string(), name: z.string(), nameZh: z.string() }),
      ),
    }),
    z.object({ type: z.literal("date") }),
    z.object({ type: z.literal("struct"), fields: z.array(namedType) }),
    z.object({ type: z.literal("array"), size: z.number(), item: valueType }),
  ]),
);

const namedType: z.ZodType<NamedType> = z.lazy(() =>
  z.object({ identifier: z.string(), name: z.string(), nameZh: z.string(), dataType: valueType }),
);

const named = { identifier: z.string(), name: z.string(), nameZh: z.string() };

export const propertyGroup = z.enum(["workStatus", "mode", "setting", "envStatus"]);

export const productModel = z.object({
  properties: z.array(
    z.object({ ...named, group: propertyGroup, writable: z.boolean(), dataType: valueType }),
  ),
  events: z.array(
    z.object({ ...named, type: z.enum(["info", "alert", "error"]), outputData: z.array(namedType) }),
  ),
  services: z.array(
    z.object({
      ...named,
      callType: z.enum(["async", "sync"]),
      /** Called twice it has done what it does once: it may be sent again whatever became of it. */
      idempotent: z.boolean(),
      inputData: z.array(z.object({ ...named, required: z.boolean(), dataType: valueType })),
      outputData: z.array(namedType),
    }),
  ),
});
export type ProductModel = z.infer<typeof productModel>;

export const product = z.object({
  productId: z.number().int(),
  productKey: z.string(),
  typeKey: familyKey,
  productName: z.string(),
  productNameZh: z.string(),
  modelVersion: z.string(),
  deviceCount: z.number().int(),
  /** A person has changed the model: it no longer follows what ships. */
  isChanged: z.boolean(),
  /** The version that this program brings along; null for products that it does not know. */
  shippedVersion: z.string().nullable(),
  /** Devices may fetch their first secret by themselves. */
  dynamicRegistration: z.boolean(),
  hasSecret: z.boolean(),
});
export type Product = z.infer<typeof product>;

export const listProducts = defineCall({
  name: "listProducts",
  method: "GET",
  path: "/v2/admin/device/product/list",
  access: session,
  reply: data(z.array(product)),
});

/** A product with its thing model: what its devices report, emit and do. */
export const getProduct = defineCall({
  name: "getProduct",
  method: "GET",
  path: "/v2/admin/device/product/:id",
  access: session,
  params: z.object({ id }),
  reply: data(product.extend({ model: productModel })),
});
