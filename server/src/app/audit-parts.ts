import type { SigningKey } from "@tracewater/custody/head";
import { serveApiKeys } from "../features/system/api-keys/api-key.feature.ts";
import { type ApiKeyService, createApiKeyService } from "../features/system/api-keys/api-key.service.ts";
import { serveAudit } from "../features/system/audit/audit.feature.ts";
import { type AuditService, createAuditService } from "../features/system/audit/audit.service.ts";
import { serveLogInLog } from "../features/system/login-log/login-log.feature.ts";
import {
  createLogInLogService,
  type LogInLogService,
} from "../features/system/login-log/login-log.service.ts";
import { type AuditTrail, createAuditTrail } from "../platform/audit/audit-trail.ts";
import { auditChain, createChainStore } from "../platform/custody/chain.store.ts";
import { createChainKeeper } from "../platform/custody/chain-keeper.ts";
import type { Env } from "../platform/env.ts";
import type { MadeFiles } from "../platform/files/made-files.ts";
import type { Serve } from "../platform/http/serve-call.ts";
import type { Lifecycle } from "../platform/lifecycle.ts";
import type { Log } from "../platform/log.ts";
import { createMomentPrinter, createOffsetPrinter } from "../platform/moments.ts";
import type { OpenStore } from "../platform/store/open-store.ts";

/** The audit log with its chain, and the log of log-ins. */
export type AuditParts = {
  trail: AuditTrail;
  audit: AuditService;
  logIns: LogInLogService;
  keys: ApiKeyService;
  routes(serve: Serve, files: MadeFiles): void;
  start(lifecycle: Lifecycle): Promise<void>;
};

export function createAuditParts(options: {
  env: Env;
  store: OpenStore;
  signingKey: SigningKey;
  now: () => number;
  log: Log;
}): AuditParts {
  const { env, now, log } = options;
  const { database, gate } = options.store;
  const { db } = database;
  const printIso = createOffsetPrinter(env.TZ);
  const chains = createChainStore(db, printIso);
  const trail = createAuditTrail({ db, chains, dataDir: env.DATA_DIR, canWrite: gate.canWrite, now, log });
  const keeper = createChainKeeper({
    store: chains,
    chain: auditChain,
    key: options.signingKey,
    printIso,
    now,
    log,
  });
  const { id, publicKey } = options.signingKey;
  const audit = createAuditService({ db, keeper, key: { id, publicKey }, zone: env.TZ });
  const logIns = createLogInLogService({ db, zone: env.TZ, now });
  const keys = createApiKeyService({ db, print: createMomentPrinter(env.TZ), now });
  return {
    trail,
    audit,
    logIns,
    keys,
    routes(serve, files) {
      serveApiKeys(serve, keys);
      serveAudit(serve, audit, files);
      serveLogInLog(serve, logIns, files);
    },
    async start(lifecycle) {
      await lifecycle.start({ name: "audit log", start: trail.start, stop: trail.stop });
      await lifecycle.start({ name: "chains", start: keeper.start, stop: keeper.stop });
    },
  };
}
