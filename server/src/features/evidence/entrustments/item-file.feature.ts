import {
  addItemPhoto,
  getItemFile,
  getItemLabel,
  listItemFiles,
} from "@tracewater/contract/evidence/item-files";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { takeUpload } from "../../../platform/http/take-upload.ts";
import type { ItemService } from "./item.service.ts";
import type { ItemFileService } from "./item-file.service.ts";
import { symbolsOf } from "./item-symbols.ts";

/** Photos and temperature curves of items, and their labels. */
export function serveItemFiles(
  serve: Serve,
  { itemFiles, items }: { itemFiles: ItemFileService; items: Pick<ItemService, "require"> },
): void {
  serve.forCaller(getItemLabel, async ({ params }, caller) => {
    const { itemNo } = await items.require(caller.scope, params.id);
    return { data: { itemNo, ...(await symbolsOf(itemNo)) } };
  });
  serve.forCaller(listItemFiles, async ({ params }, caller) => ({
    data: await itemFiles.list(caller, params.id),
  }));
  serve.stream(getItemFile, async ({ params, reply }, caller) => {
    const { file, content } = await itemFiles.read(caller, params.id);
    reply
      .type(file.mediaType)
      .header("cache-control", "private, max-age=3600, immutable")
      .header("content-length", content.length)
      .header("content-disposition", `inline; filename="${file.name}"`)
      .header("download-filename", file.name)
      .header("content-security-policy", "default-src 'none'; sandbox");
    reply.send(content);
  });
  serve.forCaller(addItemPhoto, async ({ params, query, request, audit }, caller) => {
    const path = await itemFiles.plan();
    try {
      await takeUpload(request, path);
      const { file, item } = await itemFiles.addPhoto(caller, params.id, { path, caption: query.caption });
      const { itemId, itemNo, unitId } = item;
      const { name, sha256, bytes } = file;
      audit({
        subject: { kind: "evidenceItem", id: itemId, name: itemNo, unitId },
        after: { photo: name, sha256, bytes },
      });
      return { data: file };
    } finally {
      await itemFiles.discard(path);
    }
  });
}
