import type { z } from "zod";
import type { LocalizedText } from "./locales.ts";

/**
 * One HTTP call, declared once: the server serves from it, the console calls through it, the API's
 * description is made from it. Paths are under `/prod-api`; `:name` marks a path parameter.
 */
export type Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  access: Access;
  /** What it does, for people: how the audit log names it. Every call that is recorded there has one. */
  title: CallTitle | null;
  /** Leaves a record in the audit log. By itself: whatever changes something, and files that go out. */
  audited: boolean;
  /** An act that a person answers for (a review, a handover, a destruction): an API key is refused, whatever it holds. */
  personOnly: boolean;
  /** What the screens of a paired display ask for: a display reads these calls, and no other. */
  onDisplays: boolean;
  /**
   * The user has to have confirmed a few minutes ago who they are: `always`, or `byInput` where that depends on what
   * is asked for (the administrator's role among others).
   */
  confirmation: "never" | "always" | "byInput";
  /** Passed by the wall of expired authorizations (HTTP 444). */
  exemptFromLicence: boolean;
  /**
   * How the body travels; a `form` is form-urlencoded, a `file`, a `picture`, a `clip` and a `package`
   * multipart with one file, `files` with several, `bytes` are the body itself, of whatever type.
   */
  takes: "json" | "form" | "file" | "files" | "picture" | "clip" | "package" | "bytes";
  /**
   * A `file` has its name in `download-filename`; `bare` JSON and a `page` are outside the envelope. Failures never
   * do.
   */
  answers: "json" | "file" | "bare" | "page";
  params: P;
  query: Q;
  body: B;
  /** What is alongside `code` and `msg` in a successful answer. */
  reply: R;
};

export type CallTitle = LocalizedText;

/**
 * Who may call: anybody, every session, or a session that holds a permission. `{family}` in a permission
 * stands for the word of the device family in the path (`device:{family}:command` is `device:sampler:command`).
 */
export type Access = { kind: "open" } | { kind: "session" } | { kind: "permission"; permission: string };

export type AnyCall = Call;

export type ParamsOf<C extends AnyCall> = z.infer<C["params"]>;
export type QueryOf<C extends AnyCall> = z.infer<C["query"]>;
export type BodyOf<C extends AnyCall> = z.infer<C["body"]>;
export type ReplyOf<C extends AnyCall> = z.infer<C["reply"]>;

/** What a caller passes, before defaults are filled in. */
export type CallInput<C extends AnyCall> = Part<"params", z.input<C["params"]>> &
  Part<"query", z.input<C["query"]>> &
  Part<"body", z.input<C["body"]>>;

export const open: Access = { kind: "open" };
export const session: Access = { kind: "session" };
export function permission(name: string): Access {
  return { kind: "permission", permission: name };
}

type Nothing = Record<never, never>;
type Part<K extends string, T> = Nothing extends T ? { [k in K]?: T } : { [k in K]: T };
