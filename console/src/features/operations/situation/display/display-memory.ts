/** What a display remembers over its own restarts: what it shows, and for which build it came back. */
import type { ReplyOf } from "@tracewater/contract/call";
import { reportDisplay } from "@tracewater/contract/system/displays";
import type { Session } from "../../../../api/session.ts";
import { siteConfig } from "../../../../kit/site-config.ts";

export type Shown = ReplyOf<typeof reportDisplay>["data"];

const shownKey = "tracewater-display-shown";
const reloadedKey = "tracewater-display-reloaded";

export function readShown(): Shown | null {
  const kept = localStorage.getItem(shownKey);
  if (kept === null) return null;
  const parsed = reportDisplay.reply.shape.data.safeParse(JSON.parse(kept));
  return parsed.success ? parsed.data : null;
}

export function keepShown(shown: Shown): void {
  localStorage.setItem(shownKey, JSON.stringify(shown));
}

export function forgetShown(): void {
  localStorage.removeItem(shownKey);
}

/** Once for each build: a page that comes back as it was does not reload for ever. True where it goes. */
export function reloadFor(build: string, wasAway: boolean): boolean {
  if (build === siteConfig.build && !wasAway) return false;
  const mark = wasAway ? `${build} after a gap` : build;
  if (build !== siteConfig.build && sessionStorage.getItem(reloadedKey) === mark) return false;
  sessionStorage.setItem(reloadedKey, mark);
  location.reload();
  return true;
}

/** What the screens ask about who looks at them. */
export function sessionOf({ displayId, name, unitName, permissions }: Shown): Session {
  return {
    user: {
      ...{ userId: -displayId, userName: `display-${displayId}`, nickName: name },
      ...{ avatar: "", avatarUrl: "", deptId: null, deptName: unitName },
    },
    ...{ roles: ["ROLE_DEFAULT"], permissions, mustChangePassword: false, missingFactor: "none" },
  };
}
