import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { Log } from "../log.ts";
import { isStoreAway } from "../store/database.ts";
import { type Language, languageOf, type Words } from "../words.ts";

/** Where the API stands; health, metrics and the device's registration alone stand outside it. */
export const apiPrefix = "/prod-api";

/**
 * Turns whatever a call threw into its answer. Expected failures and bad requests carry their reason; anything
 * else is logged whole and answered with the request id alone: no stack, SQL or path leaves the server.
 */
export function answerFailure(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(request.headers["accept-language"]);
  reply.header("x-request-id", request.id);
  if (error instanceof Failure)
    return void send(reply, error.status, failureBody(error, request.id, language));
  if (isStoreAway(error)) return void answerStoreAway(request, reply);
  const known = badRequests[codeOf(error)];
  if (known !== undefined) {
    const body = {
      code: known.status === 200 ? 400 : known.status,
      msg: known.words[language],
      requestId: request.id,
    };
    return void send(reply, known.status, body);
  }
  log.error({ err: error, requestId: request.id, method: request.method, url: request.url }, "a call failed");
  send(reply, 200, { code: 500, msg: unexpected(request.id)[language], requestId: request.id });
}

export function answerStoreAway(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  reply.header("retry-after", "2");
  return send(reply, 503, { code: 503, msg: storeAway[language], requestId: request.id });
}

export function answerStoreFull(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  reply.header("retry-after", "60");
  return send(reply, 503, { code: 503, msg: storeFull[language], requestId: request.id });
}

export function answerNoSuchCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  return send(reply, 200, { code: 404, msg: noSuchCall[language], requestId: request.id });
}

function failureBody(failure: Failure, requestId: string, language: Language) {
  const errors = failure.fields.map((one) => ({ field: one.field, message: one.words[language] }));
  return {
    code: failure.code,
    msg: failure.words[language],
    ...(errors.length > 0 ? { errors } : {}),
    requestId,
  };
}

function send(reply: FastifyReply, status: number, body: Record<string, unknown>): FastifyReply {
  return reply.status(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Fastify's own refusals of a request, in words of ours. */
const badRequests: Record<string, { status: number; words: Words }> = {
  FST_ERR_BAD_URL: {
    status: 200,
    words: { en: "The address is not a valid URL.", zh: "地址不是有效的 URL。" },
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    words: { en: "The request is larger than allowed (1 MB).", zh: "请求超过允许的大小（1 MB）。" },
  },
  FST_REQ_FILE_TOO_LARGE: {
    status: 413,
    words: {
      en: "The file is larger than allowed (50 MB; a picture 20 MB, a clip 500 MB, firmware 256 MB).",
      zh: "文件超过允许的大小（50 MB；图片 20 MB；视频 500 MB；固件 256 MB）。",
    },
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 200,
    words: { en: "The body must be JSON (content-type application/json).", zh: "请求体必须为 JSON。" },
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 200,
    words: {
      en: "The body is not as long as its Content-Length says.",
      zh: "请求体长度与 Content-Length 不符。",
    },
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 200,
    words: { en: "A part of the address is too long.", zh: "地址中的参数过长。" },
  },
};

const storeAway: Words = {
  en: "The store is away for the moment; try again shortly.",
  zh: "数据存储暂时不可用，请稍后重试。",
};

const storeFull: Words = {
  en: "The disk is nearly full: nothing can be written until there is room again.",
  zh: "磁盘空间不足：腾出空间前无法写入。",
};

const noSuchCall: Words = { en: "There is no such call.", zh: "接口不存在。" };

function unexpected(requestId: string): Words {
  return {
    en: `Something went wrong on the server; it is logged under request ${requestId}.`,
    zh: `服务器发生错误，请求编号 ${requestId}，已记录。`,
  };
}
