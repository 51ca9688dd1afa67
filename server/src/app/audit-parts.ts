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
import { createFailedAttempts } from "../platform/audit/failed-attempts.ts";
import { auditChain } from "../platform/custody/chain.store.ts";
import { createGuardedChain } from "../platform/custody/guarded-chain.ts";
import type { Env } from "../platform/env.ts";
import type { Log } from "../platform/log.ts";
import { createMomentPrinter } from "../platform/moments.ts";
import type { OpenPostgres } from "../platform/store/open-postgres.ts";
import type { Feature } from "./feature.ts";

/** The audit log with its chain, and the log of log-ins. */
export type AuditParts = {
  trail: AuditTrail;
  /** Takes the records of calls; what anybody tries in vain is counted where it comes too often. */
  record: AuditTrail["record"];
  audit: AuditService;
  logIns: LogInLogService;
  keys: ApiKeyService;
  features: readonly Feature[];
};

export function createAuditParts(options: {
  env: Env;
  store: OpenPostgres;
  signingKey: SigningKey;
  now: () => number;
  log: Log;
}): AuditParts {
  const { env, now, log } = options;
  const { database, gate } = options.store;
  const { db } = database;
  const { chains, keeper } = createGuardedChain({
    ...{ db, chain: auditChain, key: options.signingKey, dataDir: env.DATA_DIR, zone: env.TZ, now, log },
  });
  const trail = createAuditTrail({ db, chains, dataDir: env.DATA_DIR, canWrite: gate.canWrite, now, log });
  const attempts = createFailedAttempts({ record: trail.record, now });
  const { id, publicKey } = options.signingKey;
  const audit = createAuditService({ db, keeper, key: { id, publicKey }, zone: env.TZ });
  const logIns = createLogInLogService({ db, zone: env.TZ, now });
  const keys = createApiKeyService({ db, print: createMomentPrinter(env.TZ), now });
  return {
    trail,
    record: attempts.record,
    audit,
    logIns,
    keys,
    features: [
      {
        name: "audit log",
        routes: (serve, { files }) => serveAudit(serve, audit, files),
        start: trail.start,
        stop: trail.stop,
      },
      { name: "log-in log", routes: (serve, { files }) => serveLogInLog(serve, logIns, files) },
      { name: "API keys", routes: (serve) => serveApiKeys(serve, keys) },
      { name: "failed attempts", stop: attempts.flush },
      { name: "chains", start: keeper.start, stop: keeper.stop },
    ],
  };
}
