import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { errorCode } from "../error-code.ts";
import { type Language, type LocalizedText, languageOf } from "../localized-text.ts";
import type { Log } from "../log.ts";
import { isDatabaseUnavailable } from "../store/store-errors.ts";

/** Where the API is; health, metrics and the device's registration alone are outside it. */
export const apiPrefix = "/prod-api";

/**
 * Turns whatever a call threw into its answer. Expected failures and bad requests carry their reason; anything
 * else is logged whole and answered with the request id alone: no stack, SQL or path leaves the server.
 */
export function answerFailure(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(request.headers["accept-language"]);
  reply.header("x-request-id", request.id);
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== null) reply.header("retry-after", String(error.retryAfterSeconds));
    return void send(reply, error.status, failureBody(error, request.id, language));
  }
  if (isDatabaseUnavailable(error)) return void answerDatabaseUnavailable(request, reply);
  const known = badRequests[errorCode(error)];
  if (known !== undefined) {
    const body = {
      code: known.status === 200 ? 400 : known.status,
      msg: known.text[language],
      requestId: request.id,
    };
    return void send(reply, known.status, body);
  }
  log.error({ err: error, requestId: request.id, method: request.method, url: request.url }, "a call failed");
  send(reply, 200, { code: 500, msg: unexpected(request.id)[language], requestId: request.id });
}

export function answerDatabaseUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  reply.header("retry-after", "2");
  return send(reply, 503, { code: 503, msg: databaseUnavailable[language], requestId: request.id });
}

export function answerDiskFull(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  reply.header("retry-after", "60");
  return send(reply, 503, { code: 503, msg: diskFull[language], requestId: request.id });
}

export function answerEndpointNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers["accept-language"]);
  return send(reply, 200, { code: 404, msg: endpointNotFound[language], requestId: request.id });
}

function failureBody(failure: AppError, requestId: string, language: Language) {
  const errors = failure.fields.map((one) => ({ field: one.field, message: one.text[language] }));
  return {
    code: failure.code,
    msg: failure.text[language],
    ...(errors.length > 0 ? { errors } : {}),
    ...(failure.data === null ? {} : { data: failure.data }),
    requestId,
  };
}

function send(reply: FastifyReply, status: number, body: Record<string, unknown>): FastifyReply {
  return reply.status(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** Fastify's own refusals of a request, in words of ours. */
const badRequests: Record<string, { status: number; text: LocalizedText }> = {
  FST_ERR_BAD_URL: {
    status: 200,
    text: { en: "The address is not a valid URL.", zh: "地址不是有效的 URL。" },
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    text: { en: "The request exceeds the limit of 1 MB.", zh: "请求超过 1 MB 的限制。" },
  },
  FST_REQ_FILE_TOO_LARGE: {
    status: 413,
    text: {
      en: "The file is too large (limit 50 MB; pictures 20 MB, clips 500 MB, firmware 256 MB).",
      zh: "文件过大（上限 50 MB；图片 20 MB；视频 500 MB；固件 256 MB）。",
    },
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 200,
    text: {
      en: "The body must be JSON (Content-Type: application/json).",
      zh: "请求体必须为 JSON（Content-Type: application/json）。",
    },
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 200,
    text: {
      en: "The length of the body does not match its Content-Length.",
      zh: "请求体长度与 Content-Length 不符。",
    },
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 200,
    text: { en: "A parameter in the address is too long.", zh: "地址中的参数过长。" },
  },
};

const databaseUnavailable: LocalizedText = {
  en: "The database is temporarily unavailable. Try again in a few seconds.",
  zh: "数据库暂时不可用，请稍后重试。",
};

const diskFull: LocalizedText = {
  en: "The disk is almost full, so nothing can be written. Free some space and try again.",
  zh: "磁盘空间不足，无法写入。请清理磁盘后重试。",
};

const endpointNotFound: LocalizedText = { en: "Endpoint not found.", zh: "接口不存在。" };

function unexpected(requestId: string): LocalizedText {
  return {
    en: `An internal server error occurred. Report request ID ${requestId} to the administrator.`,
    zh: `服务器内部错误，请将请求编号 ${requestId} 告知管理员。`,
  };
}
