import type { Namespace, ParseKeys } from "i18next";

/** What may follow a prefix in the keys of a namespace: of `TextKey<"kit", "scan">` each word below `scan`. */
export type TextKey<N extends Namespace, P extends string> =
  ParseKeys<N> extends infer K ? (K extends `${P}.${infer Rest}` ? Rest : never) : never;
