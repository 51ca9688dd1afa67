import type { AnyCall } from "./call.ts";
import * as bottles from "./field/bottles.ts";
import * as pointDetails from "./field/point-details.ts";
import * as samplerBottles from "./field/sampler-bottles.ts";
import * as samplers from "./field/samplers.ts";
import * as samplingPoints from "./field/sampling-points.ts";
import * as workOrders from "./field/work-orders.ts";
import * as alarmRules from "./fleet/alarm-rules.ts";
import * as alarms from "./fleet/alarms.ts";
import * as cameras from "./fleet/cameras.ts";
import * as commandBatches from "./fleet/command-batches.ts";
import * as commands from "./fleet/commands.ts";
import * as desired from "./fleet/desired.ts";
import * as deviceImport from "./fleet/device-import.ts";
import * as deviceLife from "./fleet/device-life.ts";
import * as deviceWords from "./fleet/device-words.ts";
import * as devices from "./fleet/devices.ts";
import * as firmware from "./fleet/firmware.ts";
import * as firmwareUpgrades from "./fleet/firmware-upgrades.ts";
import * as gateways from "./fleet/gateways.ts";
import * as groupLogs from "./fleet/group-logs.ts";
import * as media from "./fleet/media.ts";
import * as productConfig from "./fleet/product-config.ts";
import * as productModels from "./fleet/product-models.ts";
import * as products from "./fleet/products.ts";
import * as readingHolds from "./fleet/reading-holds.ts";
import * as realtime from "./fleet/realtime.ts";
import * as telemetry from "./fleet/telemetry.ts";
import * as timedTasks from "./fleet/timed-tasks.ts";
import * as upkeep from "./fleet/upkeep.ts";
import * as assaySheets from "./laboratory/assay-sheets.ts";
import * as assays from "./laboratory/assays.ts";
import * as batches from "./laboratory/batches.ts";
import * as custody from "./laboratory/custody.ts";
import * as deliveries from "./laboratory/deliveries.ts";
import * as factors from "./laboratory/factors.ts";
import * as limits from "./laboratory/limits.ts";
import * as loadSeries from "./laboratory/load-series.ts";
import * as loads from "./laboratory/loads.ts";
import * as plans from "./laboratory/plans.ts";
import * as reports from "./laboratory/reports.ts";
import * as samplings from "./laboratory/samplings.ts";
import * as thread from "./laboratory/thread.ts";
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
import * as webhooks from "./system/webhooks.ts";

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
  productModels,
  devices,
  deviceLife,
  deviceImport,
  firmware,
  firmwareUpgrades,
  gateways,
  telemetry,
  readingHolds,
  groupLogs,
  commands,
  alarms,
  alarmRules,
  commandBatches,
  timedTasks,
  media,
  cameras,
  desired,
  deviceWords,
  productConfig,
  upkeep,
  realtime,
  samplingPoints,
  pointDetails,
  bottles,
  samplerBottles,
  samplers,
  workOrders,
  factors,
  limits,
  assays,
  plans,
  assaySheets,
  batches,
  samplings,
  deliveries,
  custody,
  thread,
  loads,
  loadSeries,
  reports,
  dictTypes,
  dictData,
  config,
  notices,
  jobs,
  serverState,
  downloads,
  audit,
  apiKeys,
  webhooks,
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
