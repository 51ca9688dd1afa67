import type { Generated } from "kysely";

/** Chains, the audit log, the log of log-ins, API keys. bigint comes as text from the driver. */
export type AuditTables = {
  chainEnd: { chain: string; seq: string; hash: string; atMs: string };
  chainHead: {
    chain: string;
    seq: string;
    day: string;
    hash: string;
    signedAt: string;
    keyId: string;
    signature: string;
  };
  chainKey: { id: string; publicKey: string; since: Generated<Date> };
  /** How many rows and things the Merkle trees of a chain hold. */
  chainTree: { chain: string; size: Generated<string>; things: Generated<string> };
  hashTile: { tree: string; level: number; idx: string; hashes: Buffer };
  chainThing: { chain: string; about: string; idx: string; events: number; lastSeq: string };
  checkpoint: { chain: string; size: string; key: string; note: string; madeAt: Generated<Date> };
  checkpointCosignature: {
    chain: string;
    key: string;
    witness: string;
    size: string;
    line: string;
    takenAt: Generated<Date>;
  };
  auditLog: {
    seq: string;
    at: string;
    prev: string;
    hash: string;
    record: string;
    requestId: Generated<string>;
    timeMs: Generated<string>;
    userName: Generated<string>;
    unitId: Generated<number | null>;
    call: Generated<string>;
    code: Generated<number>;
    address: Generated<string>;
    thing: Generated<string>;
  };
  loginLog: {
    id: Generated<string>;
    at: Date;
    userName: string;
    userId: number | null;
    unitId: number | null;
    kind: "logIn" | "logOut";
    ok: boolean;
    reason: string;
    address: string;
    agent: string;
    way: Generated<string>;
    factor: Generated<string>;
  };
  apiKey: {
    id: Generated<number>;
    name: string;
    tokenHash: Buffer;
    hint: string;
    userId: number;
    makerId: number;
    permissions: string[];
    createdAt: Generated<Date>;
    expiresAt: Date;
    lastUsedAt: Date | null;
    lastAddress: string | null;
    revokedAt: Date | null;
  };
};
