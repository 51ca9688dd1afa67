import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, page } from "../envelope.ts";
import { paging } from "../paging.ts";
import { logInEntry } from "./login-log.ts";
import { onlineSession, sessionIds } from "./online.ts";
import { ownFields, sex } from "./user-fields.ts";

const path = "/v2/admin/system/user/profile";

/** A portrait's name: nobody guesses it, so that anyone who knows it may see it. */
const portraitName = z
  .string()
  .regex(
    /^[0-9a-f]{48}\.(png|jpg|webp)$/,
    localized("must be the name of an uploaded picture", "须为已上传图片的文件名"),
  );

export const getProfile = defineCall({
  name: "getProfile",
  method: "GET",
  path,
  access: session,
  exemptFromLicence: true,
  reply: z.object({
    data: z.object({
      userId: z.number().int(),
      userName: z.string(),
      nickName: z.string(),
      deptName: z.string(),
      phonenumber: z.string(),
      email: z.string(),
      sex,
      avatar: z.string(),
      avatarUrl: z.string(),
      createTime: z.string(),
    }),
    /** The names of roles and posts, with commas between them. */
    roleGroup: z.string(),
    postGroup: z.string(),
    /** The shortest password that they may choose. */
    shortestPassword: z.number().int(),
  }),
});

export const changeProfile = defineCall({
  name: "changeProfile",
  method: "PUT",
  path,
  access: session,
  title: { en: "Edit own profile", zh: "编辑个人资料" },
  body: z.object({ ...ownFields, avatar: portraitName.optional() }),
});

export const changeOwnPassword = defineCall({
  name: "changeOwnPassword",
  method: "PUT",
  path: `${path}/updatePwd`,
  access: session,
  exemptFromLicence: true,
  title: { en: "Change own password", zh: "修改个人密码" },
  body: z.object({ oldPassword: z.string().min(1).max(128), newPassword: z.string().max(128) }),
});

export const uploadPortrait = defineCall({
  name: "uploadPortrait",
  method: "POST",
  path: `${path}/avatar`,
  access: session,
  title: { en: "Change own profile picture", zh: "修改个人头像" },
  takes: "picture",
  reply: z.object({ imgUrl: z.string() }),
});

export const removePortrait = defineCall({
  name: "removePortrait",
  method: "DELETE",
  path: `${path}/avatar`,
  access: session,
  title: { en: "Remove own profile picture", zh: "移除个人头像" },
});

/** Portraits load without a token, by names that nobody guesses. */
export const getPortrait = defineCall({
  name: "getPortrait",
  audited: false,
  method: "GET",
  path: "/profile/avatar/:name",
  access: open,
  answers: "file",
  params: z.object({ name: portraitName }),
});

export const listOwnSessions = defineCall({
  name: "listOwnSessions",
  method: "GET",
  path: `${path}/sessions`,
  access: session,
  reply: data(z.array(onlineSession)),
});

/** How one came in and left, and who tried in one's name; the newest first. */
export const listOwnLogIns = defineCall({
  name: "listOwnLogIns",
  method: "GET",
  path: `${path}/logIns/list`,
  access: session,
  query: z.object(paging),
  reply: page(logInEntry),
});

export const endOwnSessions = defineCall({
  name: "endOwnSessions",
  method: "DELETE",
  path: `${path}/sessions/:ids`,
  access: session,
  title: { en: "End own sessions", zh: "退出个人会话" },
  params: z.object({ ids: sessionIds }),
});
