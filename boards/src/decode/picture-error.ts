/** Why a picture cannot be decoded. The codes are stable; the server and the console have a text for each. */
export type PictureErrorCode =
  | "empty"
  | "notAPicture"
  | "tooManyBytes"
  | "tooManyPixels"
  | "cmyk"
  | "animated"
  | "truncated"
  | "damaged"
  | "unsupported";

export class PictureError extends Error {
  override readonly name = "PictureError";
  readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
