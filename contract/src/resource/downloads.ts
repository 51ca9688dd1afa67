import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";

/** A file that the server made for this very user, by name. */
export const downloadFile = defineCall({
  name: "downloadFile",
  title: { en: "Download a file", zh: "下载文件" },
  method: "GET",
  path: "/common/download",
  access: session,
  answers: "file",
  query: z.object({
    fileName: z.string().min(1).max(100),
    /** `true`: it is gone after this. */
    delete: z.enum(["true", "false"]).default("false"),
  }),
});
