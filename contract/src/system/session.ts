import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { assertion } from "./passkeys.ts";
import { requiredFactor } from "./ways-in.ts";

export const captchaImage = defineCall({
  name: "captchaImage",
  method: "GET",
  path: "/captchaImage",
  access: open,
  exemptFromLicence: true,
  /** A picture to read, or a proof of work, as the console asks for it. */
  query: z.object({ kind: z.enum(["picture", "proof"]).default("picture") }),
  reply: z.object({
    captchaEnabled: z.boolean(),
    uuid: z.string(),
    /** Bare base64 of a PNG; empty where the captcha is off and for a proof of work. */
    img: z.string(),
    /** How many puzzles there are, and with how many zero bits their hashes begin: see `proof-of-work.ts`. */
    proof: z.object({ puzzles: z.number().int(), bits: z.number().int() }).optional(),
  }),
});

export const login = defineCall({
  name: "login",
  method: "POST",
  path: "/login",
  access: open,
  title: { en: "Log in", zh: "登录" },
  exemptFromLicence: true,
  body: z.object({
    username: z.string().trim().min(1).max(64),
    password: z.string().min(1).max(128),
    code: z.string().max(16).default(""),
    uuid: z.string().max(64).default(""),
    /** The solutions of a proof of work; empty with a picture's code. */
    proof: z.array(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).max(64).default([]),
    /**
     * A code of the authenticator app or a recovery code. A log-in that needs one and has none is refused with the
     * field `otp`; it is sent again with it.
     */
    otp: z.string().trim().max(40).default(""),
    /** Our console asks for a session that is also bound to an HttpOnly cookie. */
    bind: z.boolean().default(false),
  }),
  reply: z.object({ token: z.string() }),
});

export const logout = defineCall({
  name: "logout",
  method: "POST",
  path: "/logout",
  access: open,
  title: { en: "Log out", zh: "退出登录" },
  exemptFromLicence: true,
});

export const sessionUser = z.object({
  userId: z.number().int(),
  userName: z.string(),
  nickName: z.string(),
  avatar: z.string(),
  /** Empty means the default picture. */
  avatarUrl: z.string(),
  deptId: z.number().int().nullable(),
  deptName: z.string(),
});

export const getInfo = defineCall({
  name: "getInfo",
  method: "GET",
  path: "/getInfo",
  access: session,
  onDisplays: true,
  exemptFromLicence: true,
  reply: z.object({
    user: sessionUser,
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    /** They came in with a one-time password: nothing is open to them before they chose their own. */
    mustChangePassword: z.boolean(),
    /** How their session has to be opened or strengthened before anything is open to them; `none` where it suffices. */
    missingFactor: requiredFactor,
    /** The same as the family asks: their password is one that somebody else gave them. */
    isDefaultModifyPwd: z.boolean(),
    /** Passwords of this platform do not expire by age. */
    isPasswordExpired: z.boolean(),
  }),
});

/** Whether the caller knows their password: clients of the family lock their screen by it. */
export const unlockScreen = defineCall({
  name: "unlockScreen",
  method: "POST",
  path: "/unlockscreen",
  access: session,
  title: { en: "Unlock the screen", zh: "解锁屏幕" },
  exemptFromLicence: true,
  body: z.object({ password: z.string().min(1).max(128) }),
});

export type SessionUser = z.infer<typeof sessionUser>;

/** For how long a confirmation counts, and a log-in as one. */
export const confirmationMinutes = 5;

/** By what the session's user can confirm who they are. */
export const getConfirmationWays = defineCall({
  name: "getConfirmationWays",
  method: "GET",
  path: "/confirmIdentity",
  access: session,
  exemptFromLicence: true,
  reply: data(
    z.object({
      password: z.boolean(),
      passkey: z.boolean(),
      /** With the password, a code of the authenticator app is asked for. */
      totp: z.boolean(),
    }),
  ),
});

/**
 * The session's user says again who they are, before a step that answers code 428: with a passkey, or with the password and a
 * code of the authenticator app where one is enrolled. It counts for the one act that it names.
 */
export const confirmIdentity = defineCall({
  name: "confirmIdentity",
  method: "POST",
  path: "/confirmIdentity",
  access: session,
  title: { en: "Confirm one's identity", zh: "确认本人操作" },
  exemptFromLicence: true,
  body: z.object({
    /** The name of the call that asks for it. */
    act: z.string().min(1).max(64),
    password: z.string().max(128).default(""),
    otp: z.string().trim().max(40).default(""),
    /** In place of password and code. */
    passkey: assertion.optional(),
  }),
  reply: data(z.object({ minutes: z.number().int() })),
});

/** A node of the route tree: `component` is `Layout`, `ParentView`, `InnerLink` or a page path. */
export type RouteNode = {
  name: string;
  path: string;
  hidden: boolean;
  redirect?: string | undefined;
  component: string;
  alwaysShow?: boolean | undefined;
  query?: string | undefined;
  meta: {
    /** In the language of the request. */
    title: string;
    /** The key of our console's own words for it: it changes its language without asking again. */
    titleKey?: string | undefined;
    icon: string;
    noCache: boolean;
    link: string | null;
    affix?: boolean | undefined;
  };
  children: RouteNode[];
};

export const routeNode: z.ZodType<RouteNode> = z.lazy(() =>
  z.object({
    name: z.string(),
    path: z.string(),
    hidden: z.boolean(),
    redirect: z.string().optional(),
    component: z.string(),
    alwaysShow: z.boolean().optional(),
    query: z.string().optional(),
    meta: z.object({
      title: z.string(),
      titleKey: z.string().optional(),
      icon: z.string(),
      noCache: z.boolean(),
      link: z.string().nullable(),
      affix: z.boolean().optional(),
    }),
    children: z.array(routeNode),
  }),
);

export const getRouters = defineCall({
  name: "getRouters",
  method: "GET",
  path: "/getRouters",
  access: session,
  exemptFromLicence: true,
  reply: data(z.array(routeNode)).extend({
    /** Paths of pages that exist and that this user may not see: they are /401 to them, and not /404. */
    withheld: z.array(z.string()),
  }),
});

/** Whether the first administrator is still to be made; answers 404 for ever once one exists. */
export const getSetup = defineCall({
  name: "getSetup",
  method: "GET",
  path: "/setup",
  access: open,
  exemptFromLicence: true,
  reply: data(z.object({ open: z.literal(true) })),
});

export const setup = defineCall({
  name: "setup",
  method: "POST",
  path: "/setup",
  access: open,
  title: { en: "Create the first administrator", zh: "创建首个管理员" },
  exemptFromLicence: true,
  body: z.object({
    code: z.string().trim().min(1).max(64),
    username: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z][A-Za-z0-9._-]{1,29}$/,
        localized(
          "must have 2 to 30 letters, digits, '.', '_' or '-' and start with a letter",
          "2 至 30 个字母、数字或 . _ -，以字母开头",
        ),
      ),
    password: z
      .string()
      .min(15, localized("15 characters or more", "至少 15 个字符"))
      .max(128, localized("128 characters at most", "最多 128 个字符")),
    bind: z.boolean().default(false),
  }),
  reply: z.object({ token: z.string() }),
});
