/** Pages of the shell entry that need no token (those of the log-in entry are served by it). */
const publicPages = [
  "/auth-redirect",
  "/bind",
  "/test",
  "/test1",
  "/face_login",
  "/useraudit",
  "/404",
  "/401",
];

/** The first steps of the guard: a public page passes, without a token everything else goes to the log-in. */
export function guard(path: string, hasToken: boolean): "public" | "toLogin" | "load" {
  if (hasToken) return "load";
  const plain = path.replace(/\/+$/, "").toLowerCase();
  return publicPages.includes(plain) ? "public" : "toLogin";
}
