export type PostgresStartCode =
  | "unsupported-platform"
  | "binaries-missing"
  | "data-folder-unusable"
  | "no-database-user"
  | "wrong-major"
  | "wrong-owner"
  | "wrong-data-folder"
  | "bad-setting"
  | "init-failed"
  | "start-failed"
  | "not-answering";

/** The embedded database cannot start; the message is one sentence for the person who starts the platform. */
export class PostgresStartError extends Error {
  readonly code: PostgresStartCode;

  constructor(code: PostgresStartCode, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = "StoreStartError";
    this.code = code;
  }
}
