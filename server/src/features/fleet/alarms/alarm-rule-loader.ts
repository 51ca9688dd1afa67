import type { Log } from "../../../platform/log.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { AlarmRuleService } from "./alarm-rule.service.ts";
import { conditionOf } from "./alarm-trial.ts";
import type { RuleInUse } from "./alarm-watch.store.ts";
import type { createAlarmWatch } from "./alarm-watch.ts";
import type { CompiledRule } from "./watch-plan.ts";

/** What another node may have changed unheard is looked up so often. */
const lookAgainMs = 30_000;
/** Rules that change together are compiled once. */
const debounceMs = 50;

/** Keeps a node's watch at the rules in use and at what is open or pending by them. */
export function createAlarmRuleLoader(options: {
  rules: Pick<AlarmRuleService, "listInUse" | "listWatches">;
  watch: ReturnType<typeof createAlarmWatch>;
  log: Log;
}) {
  const { rules, watch, log } = options;
  let timer: NodeJS.Timeout | null = null;
  let settleTimer: NodeJS.Timeout | null = null;
  let stopping = false;
  let loading: Promise<void> = Promise.resolve();

  async function loadRules(): Promise<void> {
    const inUse = await rules.listInUse();
    watch.setRules(inUse.map(compile));
  }

  async function loadStates(): Promise<void> {
    const mark = watch.mark();
    watch.restore(await rules.listWatches(), mark);
  }

  /** Everything again, one at a time; whatever the database refuses now is asked for again soon. */
  function load(): Promise<void> {
    loading = loading
      .then(() => Promise.all([loadRules(), loadStates()]))
      .then(() => undefined)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "alarm rules could not be read");
      });
    return loading;
  }

  function loadSoon(): void {
    if (settleTimer !== null || stopping) return;
    settleTimer = setTimeout(() => {
      settleTimer = null;
      void load();
    }, debounceMs).unref();
  }

  function lookAgain(): void {
    if (stopping) return;
    timer = setTimeout(() => void load().then(lookAgain), lookAgainMs).unref();
  }

  return {
    loadRules,
    loadSoon,

    async start(): Promise<void> {
      await load();
      lookAgain();
    },

    async stop(): Promise<void> {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      if (settleTimer !== null) clearTimeout(settleTimer);
      await loading;
    },
  };
}

function compile(rule: RuleInUse): CompiledRule {
  return {
    id: rule.id,
    revision: rule.revision,
    typeKey: rule.typeKey,
    source: rule.source,
    identifier: rule.identifier,
    condition: conditionOf(rule),
    clearEvent: rule.clearBy === "event" ? rule.clearEvent : null,
    unitIds: rule.unitIds === null ? null : new Set(rule.unitIds),
    deviceIds: rule.deviceIds === null ? null : new Set(rule.deviceIds),
  };
}
