import type { User } from "@tracewater/contract/system/users";

/** The dialog over the list. */
export type OpenUser =
  | { kind: "add" }
  | { kind: "change"; userId: number }
  | { kind: "delete"; rows: readonly User[] }
  | { kind: "import" }
  | { kind: "password"; userName: string; password: string };
