import { families } from "@tracewater/contract/fleet/families";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { AskingDisplay } from "./display.store.ts";

/** Everything that the screens of displays ask for. */
const shownPermissions: readonly string[] = [
  "laboratory:load:list",
  "laboratory:sampling:list",
  "alarm:log:list",
  "field:samplePoint:list",
  "evidence:item:list",
  ...Object.values(families).map(({ permissionKey }) => `device:${permissionKey}:list`),
];

/** A display shows what the person who pairs it may see, and no more. */
export function permissionsGiven(by: Caller): string[] {
  return shownPermissions.filter((one) => mayDo(by, one));
}

export const sessionOf = (displayId: number) => `display/${displayId}`;

/** No user: its number is below those of all users, so that nothing of a person is ever taken for its own. */
export function displayCaller(found: AskingDisplay): Caller {
  return {
    sessionId: sessionOf(found.id),
    key: null,
    displayId: found.id,
    userId: -found.id,
    userName: `display-${found.id}`,
    nickName: found.name,
    avatarUrl: "",
    isConfirmed: false,
    confirmedActs: new Set(),
    requiredFactor: "none",
    factor: "none",
    missingFactor: "none",
    mustChangePassword: false,
    deptId: found.unitId,
    deptName: found.unitName,
    unitId: found.enterpriseId,
    hasValidLicense: found.enterpriseId === null || found.hasValidLicense,
    roles: ["ROLE_DEFAULT"],
    permissions: new Set(found.permissions),
    scope: { kind: "units", unitIds: found.unitIds, ownerId: null },
  };
}
