/** Why points give no curve. */
export type CurveErrorCode = "tooFew" | "flat" | "notConverged" | "badPoint" | "tooMany";

export class CurveError extends Error {
  override readonly name = "CurveError";
  readonly code: CurveErrorCode;

  constructor(code: CurveErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
