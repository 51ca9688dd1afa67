import { type MigrationProvider, Migrator } from "kysely";
import { firstTables } from "../../../migrations/0001-first-tables.ts";
import { samplingPointFields } from "../../../migrations/0002-sampling-point-fields.ts";
import { people } from "../../../migrations/0003-people.ts";
import { unitsAndLicences } from "../../../migrations/0004-units-and-licences.ts";
import { settings } from "../../../migrations/0005-settings.ts";
import { chainsAndLogs } from "../../../migrations/0006-chains-and-logs.ts";
import { shippedModels } from "../../../migrations/0007-shipped-models.ts";
import { searchOfPeople } from "../../../migrations/0008-search-of-people.ts";
import { deviceLink } from "../../../migrations/0009-device-link.ts";
import { gatewaysAndFirmware } from "../../../migrations/0010-gateways-and-firmware.ts";
import { deviceLives } from "../../../migrations/0011-device-lives.ts";
import { takeovers } from "../../../migrations/0011b-takeovers.ts";
import { readingsKept } from "../../../migrations/0012-readings-kept.ts";
import { commandOrders } from "../../../migrations/0013-command-orders.ts";
import { alarms } from "../../../migrations/0014-alarms.ts";
import { maintenanceAndWebhooks } from "../../../migrations/0015-upkeep-and-webhooks.ts";
import { bottleTables } from "../../../migrations/0016-bottles.ts";
import { pointsInFull } from "../../../migrations/0017-points-in-full.ts";
import { media } from "../../../migrations/0018-media.ts";
import { factors } from "../../../migrations/0019-factors.ts";
import { deviceStates } from "../../../migrations/0020-device-states.ts";
import { alarmsNotified } from "../../../migrations/0021-alarms-told.ts";
import { assays } from "../../../migrations/0022-assays.ts";
import { samplings } from "../../../migrations/0023-samplings.ts";
import { oldCommandSteps } from "../../../migrations/0024-old-command-steps.ts";
import { loads } from "../../../migrations/0025-loads.ts";
import { samplingPlans } from "../../../migrations/0026-sampling-plans.ts";
import { overTheLimit } from "../../../migrations/0027-over-the-limit.ts";
import { reports } from "../../../migrations/0028-reports.ts";
import { laboratoryIndexes } from "../../../migrations/0030-laboratory-indexes.ts";
import { qualityControl } from "../../../migrations/0031-quality-control.ts";
import { connectsTooOften } from "../../../migrations/0032-connects-too-often.ts";
import { betweenLaboratories } from "../../../migrations/0033-between-laboratories.ts";
import { serviceAccounts } from "../../../migrations/0034-service-accounts.ts";
import { sharedPositions } from "../../../migrations/0035-shared-positions.ts";
import { headsOnReports } from "../../../migrations/0036-heads-on-reports.ts";
import { confirmedSessions } from "../../../migrations/0037-confirmed-sessions.ts";
import { oneTruthOfBottles } from "../../../migrations/0039-one-truth-of-bottles.ts";
import { moreForViewersAndCustodians } from "../../../migrations/0041-more-for-viewers-and-custodians.ts";
import { ofUsers } from "../../../migrations/0042-of-users.ts";
import { samplesOfLoads } from "../../../migrations/0043-samples-of-loads.ts";
import { periodsOfRecords } from "../../../migrations/0044-periods-of-records.ts";
import { searchAndOpenWork } from "../../../migrations/0045-search-and-open-work.ts";
import { readsOfBackgroundJobs } from "../../../migrations/0046-reads-of-background-jobs.ts";
import { populations } from "../../../migrations/0047-populations.ts";
import { qualityRounds } from "../../../migrations/0048-quality-rounds.ts";
import { methodUncertainty } from "../../../migrations/0049-method-uncertainty.ts";
import { secondFactors } from "../../../migrations/0050-second-factors.ts";
import { passkeys } from "../../../migrations/0051-passkeys.ts";
import { singleSignOn } from "../../../migrations/0052-single-sign-on.ts";
import { textMessages } from "../../../migrations/0054-text-messages.ts";
import { accountRequests } from "../../../migrations/0055-account-requests.ts";
import { qrLogIns } from "../../../migrations/0056-qr-log-ins.ts";
import { appUsers } from "../../../migrations/0057-app-users.ts";
import { testBoards } from "../../../migrations/0060-test-boards.ts";
import { resultsByMethod } from "../../../migrations/0065-results-by-method.ts";
import { signOnRequests } from "../../../migrations/0067-sign-on-requests.ts";
import { entrustments } from "../../../migrations/0070-entrustments.ts";
import { lifeOfWorkOrders } from "../../../migrations/0076-life-of-work-orders.ts";
import { useOfBoxes } from "../../../migrations/0077-use-of-boxes.ts";
import { undertakingsAndAwards } from "../../../migrations/0078-undertakings-and-awards.ts";
import { detections } from "../../../migrations/0080-detections.ts";
import { detectionFollowUps } from "../../../migrations/0081-detection-follow-ups.ts";
import { boardLotFiles } from "../../../migrations/0085-board-lot-files.ts";
import { loadsByAnalyte } from "../../../migrations/0086-loads-by-analyte.ts";
import { displays } from "../../../migrations/0087-displays.ts";
import { alarmsOfDisplays } from "../../../migrations/0088-alarms-of-displays.ts";
import { boardControls } from "../../../migrations/0089-board-controls.ts";
import { generatedModules } from "../../../migrations/0090-generated-modules.ts";
import { menuPlaceholders } from "../../../migrations/0091-menu-placeholders.ts";
import { logOfTheCustodyChain } from "../../../migrations/0092-log-of-the-custody-chain.ts";
import { instrumentRuns } from "../../../migrations/0093-instrument-runs.ts";
import { questionedResults } from "../../../migrations/0094-questioned-results.ts";
import { countersignedCheckpoints } from "../../../migrations/0095-countersigned-checkpoints.ts";
import { destructionsToApprove } from "../../../migrations/0096-destructions-to-approve.ts";
import { commandsHeldBack } from "../../../migrations/0097-commands-held-back.ts";
import { signaturesOfCustodyEvents } from "../../../migrations/0100-signatures-of-custody-events.ts";
import { openingsByTwoPersons } from "../../../migrations/0101-openings-by-two-persons.ts";
import { timeStampsOfCheckpoints } from "../../../migrations/0102-time-stamps-of-checkpoints.ts";
import { recusals } from "../../../migrations/0103-recusals.ts";
import { filesOfItems } from "../../../migrations/0104-files-of-items.ts";
import { inventoriesOfEvidence } from "../../../migrations/0105-inventories-of-evidence.ts";
import { reasonsOfDestructions } from "../../../migrations/0106-reasons-of-destructions.ts";
import { resultFilesOfInstruments } from "../../../migrations/0109-result-files-of-instruments.ts";
import { cardChecksOfDetectors } from "../../../migrations/0110-card-checks-of-detectors.ts";
import { brightnessOfDisplays } from "../../../migrations/0114-brightness-of-displays.ts";
import { identityOfResults } from "../../../migrations/0120-identity-of-results.ts";
import { alarmsByUrgency } from "../../../migrations/0125-alarms-by-urgency.ts";
import { sealsThatDidNotMatch } from "../../../migrations/0138-seals-that-did-not-match.ts";
import { areasOfUnits } from "../../../migrations/0139-areas-of-units.ts";
import { zonesOfSamplingPoints } from "../../../migrations/0141-zones-of-sampling-points.ts";
import { coverageOfSamples } from "../../../migrations/0142-coverage-of-samples.ts";
import { idleJobRuns } from "../../../migrations/0152-idle-job-runs.ts";
import { currenciesOfFees } from "../../../migrations/0153-currencies-of-fees.ts";
import { batchesForReadersOfQuality } from "../../../migrations/0154-batches-for-readers-of-quality.ts";
import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import { ensureKindChecks } from "./kind-checks.ts";

const migrations: MigrationProvider = {
  getMigrations: async () => ({
    "0001-first-tables": firstTables,
    "0002-sampling-point-fields": samplingPointFields,
    "0003-people": people,
    "0004-units-and-licences": unitsAndLicences,
    "0005-settings": settings,
    "0006-chains-and-logs": chainsAndLogs,
    "0007-shipped-models": shippedModels,
    "0008-search-of-people": searchOfPeople,
    "0009-device-link": deviceLink,
    "0010-gateways-and-firmware": gatewaysAndFirmware,
    "0011-device-lives": deviceLives,
    "0011b-takeovers": takeovers,
    "0012-readings-kept": readingsKept,
    "0013-command-orders": commandOrders,
    "0014-alarms": alarms,
    "0015-upkeep-and-webhooks": maintenanceAndWebhooks,
    "0016-bottles": bottleTables,
    "0017-points-in-full": pointsInFull,
    "0018-media": media,
    "0019-factors": factors,
    "0020-device-states": deviceStates,
    "0021-alarms-told": alarmsNotified,
    "0022-assays": assays,
    "0023-samplings": samplings,
    "0024-old-command-steps": oldCommandSteps,
    "0025-loads": loads,
    "0026-sampling-plans": samplingPlans,
    "0027-over-the-limit": overTheLimit,
    "0028-reports": reports,
    "0030-laboratory-indexes": laboratoryIndexes,
    "0031-quality-control": qualityControl,
    "0032-connects-too-often": connectsTooOften,
    "0033-between-laboratories": betweenLaboratories,
    "0034-service-accounts": serviceAccounts,
    "0035-shared-positions": sharedPositions,
    "0036-heads-on-reports": headsOnReports,
    "0037-confirmed-sessions": confirmedSessions,
    "0039-one-truth-of-bottles": oneTruthOfBottles,
    "0041-more-for-viewers-and-custodians": moreForViewersAndCustodians,
    "0042-of-users": ofUsers,
    "0043-samples-of-loads": samplesOfLoads,
    "0044-periods-of-records": periodsOfRecords,
    "0045-search-and-open-work": searchAndOpenWork,
    "0046-reads-of-background-jobs": readsOfBackgroundJobs,
    "0047-populations": populations,
    "0048-quality-rounds": qualityRounds,
    "0049-method-uncertainty": methodUncertainty,
    "0050-second-factors": secondFactors,
    "0051-passkeys": passkeys,
    "0052-single-sign-on": singleSignOn,
    "0054-text-messages": textMessages,
    "0055-account-requests": accountRequests,
    "0056-qr-log-ins": qrLogIns,
    "0057-app-users": appUsers,
    "0060-test-boards": testBoards,
    "0065-results-by-method": resultsByMethod,
    "0067-sign-on-requests": signOnRequests,
    "0070-entrustments": entrustments,
    "0076-life-of-work-orders": lifeOfWorkOrders,
    "0077-use-of-boxes": useOfBoxes,
    "0078-undertakings-and-awards": undertakingsAndAwards,
    "0080-detections": detections,
    "0081-detection-follow-ups": detectionFollowUps,
    "0085-board-lot-files": boardLotFiles,
    "0086-loads-by-analyte": loadsByAnalyte,
    "0087-displays": displays,
    "0088-alarms-of-displays": alarmsOfDisplays,
    "0089-board-controls": boardControls,
    "0090-generated-modules": generatedModules,
    "0091-menu-placeholders": menuPlaceholders,
    "0092-log-of-the-custody-chain": logOfTheCustodyChain,
    "0093-instrument-runs": instrumentRuns,
    "0094-questioned-results": questionedResults,
    "0095-countersigned-checkpoints": countersignedCheckpoints,
    "0096-destructions-to-approve": destructionsToApprove,
    "0097-commands-held-back": commandsHeldBack,
    "0100-signatures-of-custody-events": signaturesOfCustodyEvents,
    "0101-openings-by-two-persons": openingsByTwoPersons,
    "0102-time-stamps-of-checkpoints": timeStampsOfCheckpoints,
    "0103-recusals": recusals,
    "0104-files-of-items": filesOfItems,
    "0105-inventories-of-evidence": inventoriesOfEvidence,
    "0106-reasons-of-destructions": reasonsOfDestructions,
    "0109-result-files-of-instruments": resultFilesOfInstruments,
    "0110-card-checks-of-detectors": cardChecksOfDetectors,
    "0114-brightness-of-displays": brightnessOfDisplays,
    "0120-identity-of-results": identityOfResults,
    "0125-alarms-by-urgency": alarmsByUrgency,
    "0138-seals-that-did-not-match": sealsThatDidNotMatch,
    "0139-areas-of-units": areasOfUnits,
    "0141-zones-of-sampling-points": zonesOfSamplingPoints,
    "0142-coverage-of-samples": coverageOfSamples,
    "0152-idle-job-runs": idleJobRuns,
    "0153-currencies-of-fees": currenciesOfFees,
    "0154-batches-for-readers-of-quality": batchesForReadersOfQuality,
  }),
};

/** Brings the database to this version's tables. Locks: several starters at once are safe. */
export async function migrate(db: Db, log: Log): Promise<void> {
  // Without the name plugin: the migrator's own tables keep the names it gives them.
  const { error, results } = await new Migrator({
    db: db.withoutPlugins(),
    provider: migrations,
    // Until the first release: migrations are numbered by their area and come in any order.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  for (const result of results ?? []) {
    if (result.status === "Success") log.info({ migration: result.migrationName }, "migrated");
  }
  if (error !== undefined) throw error;
  await ensureKindChecks(db, log);
}
