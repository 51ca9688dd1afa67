import type { FastifyRequest } from "fastify";
import type { Caller } from "../caller.ts";

/**
 * What a handler reports about its work, for the audit log: which thing it touched, and what that was before and
 * after. Every changing call leaves a record anyhow; notes say what changed. Secrets are masked by their names.
 */
export type AuditChange = {
  subject: {
    /** The thing's word in its path or permission: `samplePoint`, `user`. */
    kind: string;
    id: number | string;
    /** What people call it. */
    name?: string;
    /** The unit it belongs to: whose auditors may read the record besides those of who did it. */
    unitId?: number | null;
  };
  /** Left out where it was made. */
  before?: unknown;
  /** Left out where it is gone. */
  after?: unknown;
};

const changes = new WeakMap<FastifyRequest, AuditChange[]>();

export function addAuditChange(request: FastifyRequest, change: AuditChange): void {
  const known = changes.get(request);
  if (known === undefined) changes.set(request, [change]);
  else known.push(change);
}

export function auditChangesOf(request: FastifyRequest): readonly AuditChange[] {
  return changes.get(request) ?? [];
}

/** The subject of a change that somebody makes to their own account. */
export function ownAccount(caller: Caller): AuditChange["subject"] {
  return { kind: "user", id: caller.userId, name: caller.userName, unitId: caller.deptId };
}
