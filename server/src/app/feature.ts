import type { HttpServer } from "../platform/http/http-server.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { JobDefinition } from "../platform/job-definition.ts";
import type { ResourceParts } from "../platform/resource/serve-resource.ts";

/** What a feature brings along; each part of it only where there is such. */
export type Feature = {
  name: string;
  /** Serves its calls. */
  routes?(serve: Serve, parts: ResourceParts, app: HttpServer): void;
  /** Its scheduled jobs. */
  jobs?: readonly JobDefinition[];
  /** Opens it, in the order of the list. */
  start?(): Promise<void>;
  /** Closes it, in the reverse order. */
  stop?(): Promise<void>;
};
