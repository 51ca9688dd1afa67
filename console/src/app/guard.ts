/** Pages that need no token: those of this entry, and those that the log-in entry serves. */
const publicPages = ["/test", "/test1", "/useraudit", "/404", "/401"];
const loginEntryPages = ["/register", "/forgetpassword", "/setup", "/face_login", "/auth-redirect", "/bind"];

/**
 * What the guard does with an address; the order is that of the contract. `public` passes, `otherEntry` passes but
 * is served by the log-in entry, `load` needs the user and the routes first (an unknown path is reported after that).
 */
export type Decision = "public" | "otherEntry" | "toLogin" | "toRoot" | "load";

export function guard(path: string, hasToken: boolean): Decision {
  const plain = path.replace(/\/+$/, "").toLowerCase();
  if (publicPages.includes(plain)) return "public";
  if (loginEntryPages.includes(plain)) return "otherEntry";
  if (!hasToken) return plain === "/login" ? "otherEntry" : "toLogin";
  return plain === "/login" ? "toRoot" : "load";
}
