import type { Call } from "@tracewater/contract/call";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import type { ImportProgress } from "@tracewater/contract/resource/imports";
import type { z } from "zod";
import type { AppError } from "../app-error.ts";
import type { Caller } from "../caller.ts";
import type { Scope } from "../scope.ts";

/** What a feature offers for its resource; the rules are behind it, the rooms of this folder only carry. */
export type ResourceService<Row, Body, Query> = {
  count(scope: Scope, query: Query): Promise<number>;
  list(scope: Scope, query: Query, page: { limit: number; offset: number }): Promise<Row[]>;
  /** The rows of an export, by rising id, so that none is met twice however the table changes meanwhile. */
  listAfter(scope: Scope, query: Query, afterId: number, limit: number, caller: Caller): Promise<Row[]>;
  find(scope: Scope, id: number): Promise<Row | undefined>;
  add(caller: Caller, body: Body): Promise<number>;
  change(caller: Caller, id: number, body: Body): Promise<void>;
  remove(caller: Caller, ids: readonly number[]): Promise<void>;
  /** The ids behind the names of units that the scope reaches; several units may have one name. */
  unitsByName(scope: Scope): Promise<ReadonlyMap<string, readonly number[]>>;
  /**
   * Stores rows of an import in one statement. Without `update` those whose unique field is taken are left alone,
   * with it the named fields of them are written. What is not in the answer was taken; what a rule of the feature
   * refused is answered with its failure.
   */
  storeRows(
    scope: Scope,
    rows: readonly Body[],
    update: readonly string[] | null,
    caller: Caller,
  ): Promise<ReadonlyMap<string, RowEnding>>;
};

/** How a row of an import ended; a failure where it was refused for another reason than that it is there already. */
export type RowEnding = "added" | "updated" | AppError;

/** What an import asks of a feature. */
export type ImportService<Body> = Pick<
  ResourceService<unknown, Body, unknown>,
  "unitsByName" | "storeRows"
> & {
  /** At the end: the file with what was made for the rows, where there is such. */
  finish?(): Promise<string | null>;
};

/** A list whose rows come in from sheets, be it a resource in all else or not. */
export type ImportedResource<Body> = Pick<
  AnyResource,
  "path" | "unique" | "within" | "fields" | "shown" | "labels"
> & {
  body: z.ZodType<Body>;
  calls: Pick<ServedResource<unknown, Body, unknown>["calls"], "import" | "getImport" | "cancelImport">;
};

type Id = z.ZodType<{ id: number }>;
type FileCall<Q, B> = Call<z.ZodType, z.ZodType<Q>, z.ZodType<B>>;
type ProgressCall = Call<
  z.ZodType<{ id: string }>,
  z.ZodType,
  z.ZodType,
  z.ZodType<{ data: ImportProgress }>
>;

/** A resource with its calls as the routes need them. */
export type ServedResource<Row, Body, Query> = AnyResource & {
  body: z.ZodType<Body>;
  calls: {
    list: Call<z.ZodType, z.ZodType<Query>, z.ZodType, z.ZodType<{ rows: Row[]; total: number }>>;
    get: Call<Id, z.ZodType, z.ZodType, z.ZodType<{ data: Row }>>;
    add: Call<z.ZodType, z.ZodType, z.ZodType<Body>, z.ZodType<{ data: { id: number } }>>;
    change: Call<z.ZodType, z.ZodType, z.ZodType<Body & Record<string, unknown>>>;
    remove: Call<z.ZodType<{ ids: number[] }>>;
    export: FileCall<Query, unknown>;
    exportByForm: FileCall<unknown, Query>;
    import: Call<
      z.ZodType,
      z.ZodType<{ updateSupport: "0" | "1" }>,
      z.ZodType,
      z.ZodType<{ data: ImportProgress }>
    >;
    getImport: ProgressCall;
    cancelImport: ProgressCall;
    importTemplate: Call;
  };
};
