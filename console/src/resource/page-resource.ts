import type { Call } from "@tracewater/contract/call";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import type { z } from "zod";
import { useLocalized } from "../kit/use-localized.ts";

export type ResourceRow = Record<string, unknown>;

type Id = z.ZodType<unknown, { id: unknown }>;
type Values = z.ZodType<unknown, Record<string, unknown>>;
type ProgressCall<Q> = Call<z.ZodType<unknown, Q>, z.ZodType, z.ZodType, z.ZodType<{ data: ImportProgress }>>;

/** A resource as the page needs it: its calls give rows of a known shape. */
export type PageResource<Row extends ResourceRow> = AnyResource & {
  calls: {
    list: Call<z.ZodType, Values, z.ZodType, z.ZodType<{ rows: Row[]; total: number }>>;
    get: Call<Id, z.ZodType, z.ZodType, z.ZodType<{ data: Row }>>;
    add: Call<z.ZodType, z.ZodType, Values>;
    change: Call<z.ZodType, z.ZodType, Values>;
    remove: Call<z.ZodType<unknown, { ids: string }>>;
    export: Call<z.ZodType, Values>;
    import: Call<
      z.ZodType,
      z.ZodType<unknown, { updateSupport?: "0" | "1" | undefined; preview?: "0" | "1" | undefined }>,
      z.ZodType,
      z.ZodType<{ data: ImportProgress }>
    >;
    getImport: ProgressCall<{ id: string }>;
    cancelImport: ProgressCall<{ id: string }>;
    importTemplate: Call;
  };
};

/** What rows are brought into from a sheet, be it a resource in all else or not. */
export type ImportedResource = Pick<AnyResource, "fields" | "shown" | "labels"> & {
  calls: Pick<PageResource<ResourceRow>["calls"], "import" | "getImport" | "cancelImport" | "importTemplate">;
};

/** The words of a declaration in the user's language, by their key. */
export function useResourceLabels(resource: Pick<AnyResource, "labels">): (key: string) => string {
  const localized = useLocalized();
  const labels = localized(resource.labels);
  return (key) => labels[key] ?? key;
}

/** The verbs of a resource as they are in its permissions. */
export type Verb = "list" | "query" | "add" | "edit" | "remove" | "export" | "import";

export function permissionOf(resource: AnyResource, verb: Verb): string {
  return `${resource.permission}:${verb}`;
}

export function keyOf(resource: AnyResource, row: ResourceRow): number {
  return Number(row[resource.key]);
}
