import type { AnyCall } from "./call.ts";
import * as boxUses from "./evidence/box-uses.ts";
import * as contractAwards from "./evidence/contract-awards.ts";
import * as entrustments from "./evidence/entrustments.ts";
import * as inventories from "./evidence/inventories.ts";
import * as evidenceItemFiles from "./evidence/item-files.ts";
import * as evidenceItems from "./evidence/items.ts";
import * as undertakings from "./evidence/undertakings.ts";
import * as bottles from "./field/bottles.ts";
import * as pointDetails from "./field/point-details.ts";
import * as samplerBottles from "./field/sampler-bottles.ts";
import * as samplers from "./field/samplers.ts";
import * as samplingPoints from "./field/sampling-points.ts";
import * as workOrderSteps from "./field/work-order-steps.ts";
import * as workOrders from "./field/work-orders.ts";
import * as alarmRules from "./fleet/alarm-rules.ts";
import * as alarms from "./fleet/alarms.ts";
import * as commandBatches from "./fleet/bulk-commands.ts";
import * as cameras from "./fleet/cameras.ts";
import * as commands from "./fleet/commands.ts";
import * as desired from "./fleet/desired.ts";
import * as deviceImport from "./fleet/device-import.ts";
import * as deviceLifecycle from "./fleet/device-lifecycle.ts";
import * as deviceTwin from "./fleet/device-twin.ts";
import * as devices from "./fleet/devices.ts";
import * as firmware from "./fleet/firmware.ts";
import * as firmwareUpgrades from "./fleet/firmware-upgrades.ts";
import * as gateways from "./fleet/gateways.ts";
import * as groupLogs from "./fleet/group-logs.ts";
import * as readingHolds from "./fleet/legal-holds.ts";
import * as maintenance from "./fleet/maintenance-items.ts";
import * as media from "./fleet/media.ts";
import * as productConfig from "./fleet/product-config.ts";
import * as productModels from "./fleet/product-models.ts";
import * as products from "./fleet/products.ts";
import * as realtime from "./fleet/realtime.ts";
import * as telemetry from "./fleet/telemetry.ts";
import * as timedTasks from "./fleet/timed-tasks.ts";
import type { NamedResource } from "./generator/resource-facts.ts";
import * as batches from "./laboratory/analytical-batches.ts";
import * as assays from "./laboratory/assays.ts";
import * as boardControls from "./laboratory/board-controls.ts";
import * as boardLotFiles from "./laboratory/board-lot-files.ts";
import * as boardTests from "./laboratory/board-tests.ts";
import * as boards from "./laboratory/boards.ts";
import * as cityLoads from "./laboratory/city-loads.ts";
import * as custody from "./laboratory/custody.ts";
import * as detections from "./laboratory/detections.ts";
import * as factors from "./laboratory/factors.ts";
import * as assaySheets from "./laboratory/instrument-files.ts";
import * as instrumentRuns from "./laboratory/instrument-runs.ts";
import * as limits from "./laboratory/limits.ts";
import * as loadCollections from "./laboratory/load-collections.ts";
import * as loadSeries from "./laboratory/load-series.ts";
import * as loads from "./laboratory/loads.ts";
import * as methodUncertainty from "./laboratory/method-uncertainty.ts";
import * as planRuns from "./laboratory/plan-runs.ts";
import * as plans from "./laboratory/plans.ts";
import * as populations from "./laboratory/populations.ts";
import * as proficiencyRounds from "./laboratory/proficiency-rounds.ts";
import * as reports from "./laboratory/reports.ts";
import * as deliveries from "./laboratory/sample-deliveries.ts";
import * as samplings from "./laboratory/samplings.ts";
import * as traceability from "./laboratory/traceability.ts";
import * as openApi from "./open-api.ts";
import * as search from "./operations/search.ts";
import * as situation from "./operations/situation.ts";
import * as situationCustody from "./operations/situation-custody.ts";
import * as situationLoads from "./operations/situation-loads.ts";
import * as unitAreas from "./operations/unit-areas.ts";
import * as waitingWork from "./operations/waiting-work.ts";
import * as downloads from "./resource/downloads.ts";
import * as accountRequests from "./system/account-requests.ts";
import * as apiKeys from "./system/api-keys.ts";
import * as appLogIn from "./system/app-log-in.ts";
import * as appUsers from "./system/app-users.ts";
import * as audit from "./system/audit.ts";
import * as config from "./system/config.ts";
import * as dept from "./system/dept.ts";
import * as dictData from "./system/dict-data.ts";
import * as dictTypes from "./system/dict-types.ts";
import * as displays from "./system/displays.ts";
import * as generatedModules from "./system/generated-modules.ts";
import * as jobs from "./system/jobs.ts";
import * as licences from "./system/licences.ts";
import * as loginLog from "./system/login-log.ts";
import * as menus from "./system/menus.ts";
import * as messages from "./system/messages.ts";
import * as notices from "./system/notices.ts";
import * as online from "./system/online.ts";
import * as passkeys from "./system/passkeys.ts";
import * as passwordReset from "./system/password-reset.ts";
import * as posts from "./system/posts.ts";
import * as profile from "./system/profile.ts";
import * as qrLogIn from "./system/qr-log-in.ts";
import * as refusedCalls from "./system/refused-calls.ts";
import * as roles from "./system/roles.ts";
import * as secondFactor from "./system/second-factor.ts";
import * as serverState from "./system/server-state.ts";
import * as session from "./system/session.ts";
import * as singleSignOn from "./system/single-sign-on.ts";
import * as units from "./system/units.ts";
import * as uploads from "./system/uploads.ts";
import * as users from "./system/users.ts";
import * as webhooks from "./system/webhooks.ts";

const modules = [
  generatedModules,
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
  secondFactor,
  passkeys,
  singleSignOn,
  uploads,
  products,
  productModels,
  devices,
  deviceLifecycle,
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
  deviceTwin,
  productConfig,
  maintenance,
  realtime,
  samplingPoints,
  pointDetails,
  bottles,
  samplerBottles,
  samplers,
  boxUses,
  undertakings,
  contractAwards,
  workOrders,
  workOrderSteps,
  factors,
  limits,
  assays,
  plans,
  planRuns,
  assaySheets,
  instrumentRuns,
  batches,
  proficiencyRounds,
  methodUncertainty,
  boards,
  boardTests,
  boardControls,
  boardLotFiles,
  detections,
  samplings,
  deliveries,
  custody,
  traceability,
  loads,
  loadCollections,
  cityLoads,
  loadSeries,
  populations,
  reports,
  entrustments,
  evidenceItemFiles,
  inventories,
  evidenceItems,
  dictTypes,
  dictData,
  config,
  notices,
  jobs,
  serverState,
  downloads,
  audit,
  apiKeys,
  displays,
  webhooks,
  messages,
  accountRequests,
  passwordReset,
  qrLogIn,
  appLogIn,
  appUsers,
  loginLog,
  refusedCalls,
  openApi,
  search,
  situation,
  situationCustody,
  situationLoads,
  unitAreas,
  waitingWork,
];

/** Every call of the API; one that is not here does not exist. A call may be exported alongside its resource. */
export const declaredCalls: AnyCall[] = [
  ...new Set(modules.flatMap((module) => Object.values<unknown>(module).flatMap(callsOf))),
];

/** Every list that is declared as a resource. */
export const declaredResources: NamedResource[] = [
  ...new Set(modules.flatMap((module) => Object.values<unknown>(module).filter(isResource))),
];

/** A module exports calls, or resources that hold theirs. */
function callsOf(value: unknown): AnyCall[] {
  if (isCall(value)) return [value];
  const calls: unknown = typeof value === "object" && value !== null && "calls" in value ? value.calls : null;
  return typeof calls === "object" && calls !== null ? Object.values(calls).filter(isCall) : [];
}

function isResource(value: unknown): value is NamedResource {
  return (
    typeof value === "object" && value !== null && "names" in value && "fields" in value && "calls" in value
  );
}

function isCall(value: unknown): value is AnyCall {
  return (
    typeof value === "object" && value !== null && "method" in value && "access" in value && "path" in value
  );
}
