import { endOnline, listOnline } from "@tracewater/contract/system/online";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { OnlineService } from "./online.service.ts";

export function serveOnline(serve: Serve, online: OnlineService): void {
  serve.forCaller(listOnline, ({ query }, caller) =>
    online.list(caller, query, (total) => pageOf(query, total)),
  );
  serve.forCaller(endOnline, async ({ params, note }, caller) => {
    for (const one of await online.end(caller, params.ids)) {
      note({
        thing: { kind: "online", id: one.tokenId, name: one.userName },
        before: { address: one.ipaddr },
      });
    }
    return {};
  });
}
