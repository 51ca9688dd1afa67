import i18next from "i18next";

type Failed = {
  kind: "answer" | "status" | "network" | "timeout" | "shape";
  code?: number | undefined;
  httpStatus?: number | undefined;
  retryAfter?: number | undefined;
};

/**
 * The sentence of the catalogue (spec 8) for a failure that came without words of its own, in the language that is
 * shown. Every place that shows a failure shows its message; an unknown cause is never invented.
 */
export function catalogueText(failure: Failed): string {
  const name = `failure.${keyOf(failure)}`;
  const values = { status: failure.httpStatus ?? 0, seconds: failure.retryAfter ?? 60 };
  return i18next.isInitialized && i18next.exists(name, { ns: "app" })
    ? i18next.t(name, { ns: "app", ...values, defaultValue: "" })
    : "";
}

function keyOf({ kind, code = 0, httpStatus = 0 }: Failed): string {
  if (kind === "answer") return [401, 403, 404].includes(code) ? String(code) : "default";
  if (kind === "status") return [413, 429, 503].includes(httpStatus) ? String(httpStatus) : "status";
  return kind;
}
