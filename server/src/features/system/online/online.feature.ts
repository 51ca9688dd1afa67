import { endOnline, listOnline } from "@tracewater/contract/system/online";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { OnlineService } from "./online.service.ts";

/** More than are ever open at once; a list without a page stays one of bounded size. */
const maxUnpaged = 5_000;

export function serveOnline(serve: Serve, online: OnlineService): void {
  serve.forCaller(listOnline, ({ query }, caller) =>
    online.list(caller, query, (total) => {
      const { pageNum, pageSize } = query;
      if (pageNum === undefined && pageSize === undefined) return { limit: maxUnpaged, offset: 0 };
      return pageOf({ pageNum: pageNum ?? 1, pageSize: pageSize ?? 10 }, total);
    }),
  );
  serve.forCaller(endOnline, async ({ params, audit }, caller) => {
    for (const one of await online.end(caller, params.ids)) {
      audit({
        subject: { kind: "online", id: one.tokenId, name: one.userName },
        before: { address: one.ipaddr },
      });
    }
    return {};
  });
}
