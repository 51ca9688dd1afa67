/**
 * Resources whose records need nothing but a unit, each with one of its records: the tests that go through every
 * resource (declaration against table, who reaches it, its exports) take them from here.
 */
import { boardTypes } from "@tracewater/contract/laboratory/boards";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { posts } from "@tracewater/contract/system/posts";
import { exampleBoardType } from "./board-type.ts";
import { examplePost } from "./post.ts";

type PlainResource = {
  resource: AnyResource;
  /** A new one of this unit, where it belongs to one, known by its name. */
  example: (unitId: number, name: string) => Record<string, unknown>;
};

export const plainResources: readonly PlainResource[] = [
  { resource: posts, example: examplePost },
  { resource: boardTypes, example: exampleBoardType },
];
