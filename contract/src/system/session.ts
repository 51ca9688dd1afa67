import { z } from "zod";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";

export const captchaImage = defineCall({
  name: "captchaImage",
  method: "GET",
  path: "/captchaImage",
  access: open,
  exemptFromLicence: true,
  reply: z.object({
    captchaEnabled: z.boolean(),
    uuid: z.string(),
    /** Bare base64 of a PNG; empty where the captcha is off. */
    img: z.string(),
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
  exemptFromLicence: true,
  reply: z.object({
    user: sessionUser,
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    /** He came in with a one-time password: nothing is open to him before he chose his own. */
    mustChangePassword: z.boolean(),
  }),
});

export type SessionUser = z.infer<typeof sessionUser>;

/** A node of the route tree: `component` is `Layout`, `ParentView`, `InnerLink` or a page path. */
export type RouteNode = {
  name: string;
  path: string;
  hidden: boolean;
  redirect?: string | undefined;
  component: string;
  alwaysShow?: boolean | undefined;
  query?: string | undefined;
  meta: { title: string; icon: string; noCache: boolean; link: string | null; affix?: boolean | undefined };
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
    /** Paths of pages that exist and that this user may not see: they are /401 to him, and not /404. */
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
  title: { en: "Make the first administrator", zh: "创建首个管理员" },
  exemptFromLicence: true,
  body: z.object({
    code: z.string().trim().min(1).max(64),
    username: z
      .string()
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9._-]{1,29}$/, "2 to 30 letters, digits, '.', '_' or '-', a letter first"),
    password: z.string().min(15, "15 characters or more").max(128, "128 characters at most"),
    bind: z.boolean().default(false),
  }),
  reply: z.object({ token: z.string() }),
});
