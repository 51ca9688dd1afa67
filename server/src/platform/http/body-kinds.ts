import multipart from "@fastify/multipart";
import { isStorableText } from "@tracewater/alink/value-check";
import type { AnyCall } from "@tracewater/contract/call";
import { AppError } from "../app-error.ts";
import { expectUpload } from "./body-clock.ts";
import type { HttpServer } from "./http-server.ts";
import { unstorable } from "./json-body.ts";

const megabyte = 1024 * 1024;
/** A file that is uploaded for an import, a picture, a clip, and what devices install. */
const largest = {
  file: 50 * megabyte,
  picture: 20 * megabyte,
  files: 20 * megabyte,
  clip: 500 * megabyte,
  package: 256 * megabyte,
} as const;

/** Of a call that takes several. */
const maxFiles = 10;

/** Adds a call's route where its kind of body is read; every other call goes on refusing that kind. */
export function acceptBodies(
  app: HttpServer,
  takes: AnyCall["takes"],
  addRoute: (app: HttpServer) => void,
): void {
  if (takes === "json") {
    addRoute(app);
    return;
  }
  void app.register(async (scope) => {
    if (takes === "form") acceptForms(scope);
    else scope.addHook("onRequest", async (request) => expectUpload(request));
    if (takes === "bytes") leaveUnread(scope);
    else if (takes !== "form") {
      const files = takes === "files" ? maxFiles : 1;
      refuseByLength(scope, files * largest[takes], largest[takes]);
      await scope.register(multipart, { limits: { fileSize: largest[takes], files, fields: 10 } });
    }
    addRoute(scope);
  });
}

/** What a multipart body holds next to its files: the names of its parts, and ten fields. */
const maxFraming = megabyte;

/** A body that names its length is refused before any of it is read; another one once it exceeds the limit. */
function refuseByLength(scope: HttpServer, max: number, maxOfFile: number): void {
  scope.addHook("onRequest", async ({ headers }) => {
    if (Number(headers["content-length"] ?? 0) > max + maxFraming) throw fileTooLarge(maxOfFile);
  });
}

function fileTooLarge(max: number): AppError {
  const size = max / megabyte;
  const text = { en: `is larger than ${size} MB`, zh: `超过 ${size} MB` };
  return new AppError("tooLarge", { en: `file: ${text.en}`, zh: `file：${text.zh}` }, [
    { field: "file", text },
  ]);
}

/** Whatever the type, the handler reads the bytes itself from the raw request, and bounds them. */
function leaveUnread(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

function acceptForms(scope: HttpServer): void {
  const type = "application/x-www-form-urlencoded";
  scope.addContentTypeParser(type, { parseAs: "string" }, (_request, body: string, done) => {
    const values = Object.fromEntries(new URLSearchParams(body));
    const bad = Object.entries(values).find(
      ([name, value]) => !isStorableText(name) || !isStorableText(value),
    );
    if (bad === undefined) done(null, values);
    else done(unstorable(isStorableText(bad[0]) ? bad[0] : "a name"), undefined);
  });
}
