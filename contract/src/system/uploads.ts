import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";

/** A picture that may become a portrait by `changeProfile`, or a document for a client's own records. */
export const uploadPicture = defineCall({
  name: "uploadPicture",
  method: "POST",
  path: "/common/upload",
  access: session,
  title: { en: "Upload a file", zh: "上传文件" },
  takes: "picture",
  reply: z.object({
    url: z.string(),
    fileName: z.string(),
    newFileName: z.string(),
    originalFilename: z.string(),
  }),
});

/** At most ten at once; each list has commas between its entries. */
export const uploadFiles = defineCall({
  name: "uploadFiles",
  method: "POST",
  path: "/common/uploads",
  access: session,
  title: { en: "Upload files", zh: "上传多个文件" },
  takes: "files",
  reply: z.object({
    urls: z.string(),
    fileNames: z.string(),
    newFileNames: z.string(),
    originalFilenames: z.string(),
  }),
});

/** An uploaded document, by the `fileName` that its upload answered. */
export const downloadResource = defineCall({
  name: "downloadResource",
  method: "GET",
  path: "/common/download/resource",
  access: session,
  title: { en: "Download an uploaded file", zh: "下载已上传文件" },
  answers: "file",
  query: z.object({ resource: z.string().min(1).max(200) }),
});
