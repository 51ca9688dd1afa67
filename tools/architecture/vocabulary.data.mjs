/**
 * The words that the glossary replaced. A word that remains with a meaning of its own is an exception with its reason.
 */

/** Names, as whole names in camel case. @type {readonly { pattern: RegExp, instead: string }[]} */
export const replacedNames = [
  {
    pattern: /(^|[a-z])[uU]nauthorized$|^isAuthorized$|^checkAuthorization$/,
    instead: "licenseExpired, hasValidLicense, checkLicense",
  },
  {
    pattern: /(^|[a-z])([tT]ells?|[tT]old|[uU]ntold|[tT]ellings?)(?![a-z])/,
    instead: "report, notify, emit or dispatch",
  },
  { pattern: /^(most|least|longest|usual)(?![a-z])/, instead: "max, min or default" },
  { pattern: /(^|[a-z])[pP]atience(?![a-z])/, instead: "timeoutMs or graceCount" },
  {
    pattern: /(^|[a-z])([dD]esk|[kK]nock|[bB]reach|[eE]ntrance|[hH]alve)(?![a-z])/,
    instead: "request context, connect attempt, protocol violation, authenticator, bisect",
  },
  { pattern: /^(doors?|doorOf)$|[a-z]Doors?$/, instead: "listener or service" },
  { pattern: /^lanes?$|[a-z]Lanes?(?![a-z])/, instead: "queue" },
  { pattern: /^(standing|standingOf|standAt)$|^Standing$/, instead: "assignment" },
  { pattern: /^(consider|considered|settle|forget)$/, instead: "evaluate, commit, rollback" },
  { pattern: /^(pend|slip)$/, instead: "pending, restart" },
  {
    pattern: /^(Hearing|hearing|Wish|wish|wishes|want|hear|hears|heard|say)$/,
    instead: "Subscription, Subscriber, subscribe, onMessage, post",
  },
  { pattern: /^(createBeat|beat|beatMs)$/, instead: "flush or heartbeat" },
  {
    pattern: /^(loosen|comers|unclaim)$|(^|[a-z])[sS]tranded$/,
    instead: "resume, reconnectBatch, release, stalled",
  },
  { pattern: /(^|[a-z])([eE]xcess|[eE]xcesses)(?![a-z])/, instead: "exceedance" },
  { pattern: /(^|[a-z])[fF]illings?$/, instead: "autoSample" },
  { pattern: /^(thing|things|thingOf|Thing)$/, instead: "subject, auditSubject" },
  {
    pattern: /^(inBoth|Words|wordOf|wordsOf)$|[a-z]Words$/,
    instead: "LocalizedText, localized, labels, labelOf",
  },
  {
    pattern: /^(noSuch|badField|onTaken|isReferred|ownWork)$/,
    instead: "notFound, fieldError, onUniqueViolation, isForeignKeyViolation, systemScope",
  },
  { pattern: /^(MadeFiles|KeptFiles|KeptAnswers)$/, instead: "ExportFiles, BlobStore, TtlCache" },
  {
    pattern: /^(isStoreAway|StoreAway|StoreBell|StoreGate)$/,
    instead: "DatabaseUnavailable, PgNotifications, DatabaseGate",
  },
  {
    pattern: /^(doomed|SureDialog|Blank|FoundList|Saying)$/,
    instead: "toDelete, ConfirmDialog, EmptyState, QueryTable, ErrorHandling",
  },
  {
    pattern: /^(LookFacts|FamilyFacts|RouteFacts)$/,
    instead: "MonitoringConfig, FamilyConfig, RouteMetadata",
  },
  { pattern: /(^|[a-z])[uU]pkeep(?![a-z])/, instead: "maintenance or scheduled job" },
  {
    pattern: /^(Hands|liveUnit|Past|PastClock|Crowd|chanceOf)$/,
    instead: "Staff, simulateUnit, HistoryServices, LoadData, randomOf",
  },
  { pattern: /(^|[a-z])([wW]hoever|[aA]new|[bB]eside)(?![a-z])/, instead: "a plain word" },
];

/**
 * @type {readonly { name: RegExp, in?: RegExp, why: string }[]}
 */
export const exceptions = [
  {
    name: /^most(Devices|Users|Attempts|Connections)$/,
    why: "fields of the API: authorizations, commands, server state",
  },
  {
    name: /^(least|most)$/,
    in: /load-series|report-labels|european-sites|plan-preview|server-state|self-test/,
    why: "fields of the API and placeholders of texts",
  },
  { name: /^rejectUnauthorized$/, why: "an option of node:tls" },
  { name: /^most$/, in: /page-weight/, why: "a placeholder in the titles of a table of tests" },
  {
    name: /^patience(Minutes|S)?$/,
    in: /firmware/,
    why: "a field of the API, a column and a placeholder: how long a rollout waits for a device",
  },
  {
    name: /^(told|toldAt|tellings)$/,
    why: "states and fields of the API and columns: upgrades, attributes, alarm steps",
  },
  { name: /AlarmsTold$/, why: "the name of an applied migration" },
  { name: /^(excessId|excesses|assayExcess|listExcesses)$/, why: "fields and a call of the API, a table" },
  {
    name: /Upkeep(Items?|List)?$|^upkeep(List|AndWebhooks)?$/,
    in: /^contract\/|^console\/src\/features\/fleet\/upkeep-items\/|migrations/,
    why: "calls of the API; pages whose path the menu holds",
  },
  { name: /UpkeepAndWebhooks$/, why: "the name of an applied migration" },
  { name: /^doUpkeep$/, why: "a call of the API" },
  { name: /^(cronWords|whenWords)$/, why: "fields of the API: a schedule in a sentence" },
  {
    name: /^(thing|things)$/,
    in: /^contract\/|^server\/(src\/(app|programs|platform)|test)\/|fired-record|(gateway|timed-task|api-key)\.test|audit|^console\/src\/resource\/|custody|correction.test/,
    why: "a field of the chained audit record and placeholders of texts",
  },
  {
    name: /^(door|openDoor|closeDoor)$/,
    in: /^simulator\/|telemetry\/.*\.test\.ts$/,
    why: "the door of a cabinet or an evidence box: a property of the devices",
  },
  { name: /^noSuch$/, in: /desired\.test\.ts$/, why: "a property that no thing model has" },
  { name: /^fillings$/, in: /^wbe\//, why: "bottles that are filled, in the arithmetic" },
  { name: /^beside$/, in: /^contract\/src\/laboratory|assay-sample/, why: "a warning's key in the API" },
  { name: /^anew$/, in: /^bench\//, why: "a field of the stored results of a benchmark" },
];

/** Words of texts. @type {readonly { pattern: RegExp, instead: string }[]} */
export const replacedPhrases = [
  { pattern: /\b(told|untold)\b/i, instead: "reported, notified" },
  { pattern: /\btells?\b/i, instead: "reports, notifies, shows" },
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bwhoever\b/i, instead: "the person or role that is meant" },
  { pattern: /\bis no \w+ any ?more\b|\b(?<!so many )any more\b(?! than)/i, instead: "no longer" },
  { pattern: /\bbeside\b/i, instead: "next to, compared with" },
  { pattern: /\bcomes? true\b/i, instead: "runs" },
  { pattern: /\bthe store (is|was) (away|gone)\b/i, instead: "the database is unavailable" },
  { pattern: /\b(patience|knocks?|upkeep)\b/i, instead: "timeout, connect attempt, maintenance" },
  { pattern: /\bthere is no such\b/i, instead: "… not found" },
  // The other titles that were replaced stand in the specification, as titles of pages.
  { pattern: /\bMeasuring batch\b/, instead: "Analytical batch" },
];

/** Files whose texts are still to be converted; the list only shrinks. @type {readonly string[]} */
export const notYetConverted = [];
