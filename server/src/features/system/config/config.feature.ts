import {
  clearConfigCache,
  configs,
  getConfigByKey,
  refreshConfigCache,
} from "@tracewater/contract/system/config";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { ConfigService } from "./config.service.ts";

export function serveConfig(serve: Serve, config: ConfigService, parts: ResourceParts): void {
  serveResource(serve, configs, config.service, parts);
  serve.forCaller(getConfigByKey, async ({ params }, caller) => {
    const value = await config.byKey(caller, params.key);
    return { msg: value, data: value };
  });
  for (const call of [clearConfigCache, refreshConfigCache]) {
    serve.forCaller(call, async () => {
      config.clear();
      return {};
    });
  }
}
