import { dictData, getDictEntries } from "@tracewater/contract/system/dict-data";
import { dictTypes, listDictTypeOptions, refreshDictCache } from "@tracewater/contract/system/dict-types";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { DictService } from "./dict.service.ts";

export function serveDictionaries(serve: Serve, dictionaries: DictService, parts: ResourceParts): void {
  serveResource(serve, dictTypes, dictionaries.types, parts);
  serveResource(serve, dictData, dictionaries.data, parts);
  serve.forCaller(listDictTypeOptions, async () => ({ data: await dictionaries.typesInUse() }));
  serve.forCaller(getDictEntries, async ({ params, language }) => ({
    data: await dictionaries.entries(params.type, language),
  }));
  serve.forCaller(refreshDictCache, async () => {
    dictionaries.refresh();
    return {};
  });
}
