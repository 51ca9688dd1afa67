import type { AnyCall } from "./call.ts";
import * as samplingPoints from "./field/sampling-points.ts";
import * as commands from "./fleet/commands.ts";
import * as devices from "./fleet/devices.ts";
import * as groupLogs from "./fleet/group-logs.ts";
import * as products from "./fleet/products.ts";
import * as realtime from "./fleet/realtime.ts";
import * as telemetry from "./fleet/telemetry.ts";
import * as openApi from "./open-api.ts";
import * as search from "./operations/search.ts";
import * as downloads from "./resource/downloads.ts";
import * as apiKeys from "./system/api-keys.ts";
import * as audit from "./system/audit.ts";
import * as config from "./system/config.ts";
import * as dept from "./system/dept.ts";
import * as dictData from "./system/dict-data.ts";
import * as dictTypes from "./system/dict-types.ts";
import * as jobs from "./system/jobs.ts";
import * as licences from "./system/licences.ts";
import * as loginLog from "./system/login-log.ts";
import * as menus from "./system/menus.ts";
import * as notices from "./system/notices.ts";
import * as online from "./system/online.ts";
import * as posts from "./system/posts.ts";
import * as profile from "./system/profile.ts";
import * as roles from "./system/roles.ts";
import * as serverState from "./system/server-state.ts";
import * as session from "./system/session.ts";
import * as units from "./system/units.ts";
import * as users from "./system/users.ts";

const modules = [
  session,
  dept,
  units,
  licences,
  menus,
  posts,
  users,
  roles,
  online,
  profile,
  products,
  devices,
  telemetry,
  groupLogs,
  commands,
  realtime,
  samplingPoints,
  dictTypes,
  dictData,
  config,
  notices,
  jobs,
  serverState,
  downloads,
  audit,
  apiKeys,
  loginLog,
  openApi,
  search,
];

/** Every call of the API; one that is not here does not exist. A call may be exported beside its resource. */
export const declaredCalls: AnyCall[] = [
  ...new Set(modules.flatMap((module) => Object.values<unknown>(module).flatMap(callsOf))),
];

/** A module exports calls, or resources that hold theirs. */
function callsOf(value: unknown): AnyCall[] {
  if (isCall(value)) return [value];
  const calls: unknown = typeof value === "object" && value !== null && "calls" in value ? value.calls : null;
  return typeof calls === "object" && calls !== null ? Object.values(calls).filter(isCall) : [];
}

function isCall(value: unknown): value is AnyCall {
  return (
    typeof value === "object" && value !== null && "method" in value && "access" in value && "path" in value
  );
}
