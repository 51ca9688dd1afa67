import type { QueryOf } from "@tracewater/contract/call";
import type {
  AccountRequest,
  AccountRequestState,
  Application,
  listAccountRequests,
} from "@tracewater/contract/system/account-requests";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

export type RequestQuery = QueryOf<typeof listAccountRequests>;

export type NewRequest = {
  keyHash: Buffer;
  userName: string;
  nickName: string;
  passwordHash: string;
  unitText: string;
  email: string;
  phonenumber: string;
  purpose: string;
  network: string;
  createdAt: Date;
  expiresAt: Date;
  /** Null where the form was filled in. */
  identity: SignOnIdentity | null;
};

/** Somebody whom an identity provider vouches for: an issuer with a subject. */
type SignOnIdentity = { provider: string; issuer: string; subject: string };

/** A request as its applicant's key opens it. */
export type OwnRequest = Omit<Application, "hasMail"> & { id: number };

/** What is taken over into the account. */
export type WaitingRequest = {
  userName: string;
  nickName: string;
  email: string;
  phonenumber: string;
  passwordHash: string;
  isEmailConfirmed: boolean;
  issuer: string | null;
  subject: string | null;
};

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Requests for accounts. The unit that a text names is looked up once, when the request comes. */
export function createRequestStore(db: Db) {
  return {
    /** Its number; undefined where the same identity waits already. */
    async add({ identity, ...request }: NewRequest): Promise<number | undefined> {
      const added = await sql<{ id: number }>`
        insert into account_request (key_hash, user_name, nick_name, password_hash, unit_text, dept_id, email,
          phonenumber, purpose, network, created_at, expires_at, provider, sign_on_issuer, sign_on_subject)
        values (${request.keyHash}, ${request.userName}, ${request.nickName}, ${request.passwordHash},
          ${request.unitText}, ${unitNamed(request.unitText)}, ${request.email}, ${request.phonenumber},
          ${request.purpose}, ${request.network}, ${request.createdAt}, ${request.expiresAt},
          ${identity?.provider ?? ""}, ${identity?.issuer ?? null}, ${identity?.subject ?? null})
        on conflict (sign_on_issuer, sign_on_subject) where state = 'waiting' and sign_on_issuer is not null
          do nothing returning id`.execute(db);
      return added.rows[0]?.id;
    },

    /** Of a network since then, and of all that wait. */
    async countRecent(network: string, since: Date): Promise<{ ofNetwork: number; waiting: number }> {
      const found = await sql<{ ofNetwork: number; waiting: number }>`
        select (select count(*)::int from account_request where network = ${network} and created_at > ${since}) as of_network,
          (select count(*)::int from (select 1 from account_request where state = 'waiting' limit 2000) w) as waiting`.execute(
        db,
      );
      return found.rows[0] ?? { ofNetwork: 0, waiting: 0 };
    },

    async findByKey(keyHash: Buffer, at: Date): Promise<OwnRequest | undefined> {
      const found = await sql<OwnRequest>`
        select r.id, ${stateAt(at)} as state, user_name, nick_name, unit_text as unit, purpose, email,
          email_confirmed_at is not null as is_email_confirmed, ${ms("created_at")} as at,
          ${ms("expires_at")} as expires_at, ${ms("decided_at")} as decided_at, reason, valid_until::text as valid_until
        from account_request r where key_hash = ${keyHash}`.execute(db);
      return found.rows[0];
    },

    async confirmMail(id: number, at: Date): Promise<void> {
      await sql`update account_request set email_confirmed_at = ${at}
        where id = ${id} and email_confirmed_at is null`.execute(db);
    },

    async list(
      scope: Scope,
      query: RequestQuery,
      at: Date,
      page: { limit: number; offset: number },
    ): Promise<AccountRequest[]> {
      const found = await sql<AccountRequest>`${rows(scope, at)} where ${matching(scope, query, at)}
        order by case when ${stateAt(at)} = 'waiting' then r.id else 2147483647 end, r.id desc
        limit ${page.limit}::int offset ${page.offset}::int`.execute(db);
      return found.rows;
    },

    async count(scope: Scope, query: RequestQuery, at: Date): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 from account_request r
          where ${matching(scope, query, at)} limit 10000) found`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number, at: Date): Promise<AccountRequest | undefined> {
      const found = await sql<AccountRequest>`${rows(scope, at)}
        where r.id = ${id} and ${inScope(scope, "r.dept_id")}`.execute(db);
      return found.rows[0];
    },

    /** Undefined where it waits no longer. */
    async findWaiting(id: number, at: Date): Promise<WaitingRequest | undefined> {
      const found = await sql<WaitingRequest>`
        select user_name, nick_name, email, phonenumber, password_hash, email_confirmed_at is not null as is_email_confirmed,
          sign_on_issuer as issuer, sign_on_subject as subject
        from account_request where id = ${id} and state = 'waiting' and expires_at > ${at}`.execute(db);
      return found.rows[0];
    },

    /** False where it waits no longer. */
    async decide(
      on: Db,
      id: number,
      how: {
        state: Exclude<AccountRequestState, "waiting" | "expired">;
        at: Date;
        by: string;
        reason?: string;
        userId?: number;
        validUntil?: string | null;
      },
    ): Promise<boolean> {
      const decided = await sql`
        update account_request set state = ${how.state}, decided_at = ${how.at}, decided_by = ${how.by},
          reason = ${how.reason ?? ""}, user_id = ${how.userId ?? null}, valid_until = ${how.validUntil ?? null}::date,
          password_hash = null
        where id = ${id} and state = 'waiting' and expires_at > ${how.at} returning id`.execute(on);
      return decided.rows.length > 0;
    },

    /** Those that nobody decided in time; their password goes. */
    async expire(at: Date): Promise<number> {
      const gone = await sql`update account_request set state = 'expired', password_hash = null
        where state = 'waiting' and expires_at <= ${at}`.execute(db);
      return Number(gone.numAffectedRows ?? 0n);
    },

    async deleteBefore(before: Date): Promise<number> {
      const gone =
        await sql`delete from account_request where state <> 'waiting' and created_at < ${before}`.execute(
          db,
        );
      return Number(gone.numAffectedRows ?? 0n);
    },
  };
}

/** The unit with this name or credit code, if one is in use. */
function unitNamed(text: string): RawBuilder<unknown> {
  return sql`(select d.id from dept d where ${text} <> '' and d.parent_id is null and d.status = '0'
    and (d.name = ${text} or (d.credit_code <> '' and lower(d.credit_code) = lower(${text}))) limit 1)`;
}

/** One that waits past its end has expired, whether or not the clean-up came by. */
function stateAt(at: Date): RawBuilder<string> {
  return sql<string>`case when r.state = 'waiting' and r.expires_at <= ${at} then 'expired' else r.state end`;
}

/** Somebody alike in another unit is shown without a name, unless the name is what is alike. */
function rows(scope: Scope, at: Date): RawBuilder<unknown> {
  const nameOf = (field: string, name: string, unit: string) =>
    field === "userName"
      ? sql.ref(name)
      : sql`case when ${inScope(scope, unit)} then ${sql.ref(name)} else '' end`;
  const alike = (
    field: "userName" | "email" | "phonenumber",
    user: RawBuilder<unknown>,
    other: RawBuilder<unknown>,
  ) =>
    sql`select 'user' as kind, ${field}::text as field, ${nameOf(field, "u.user_name", "u.dept_id")} as "userName"
        from sys_user u where r.state = 'waiting' and ${user} and u.deleted_at is null
      union all select 'request', ${field}::text, ${nameOf(field, "o.user_name", "o.dept_id")} from account_request o
        where r.state = 'waiting' and o.state = 'waiting' and o.id <> r.id and ${other}`;
  return sql`select r.id as request_id, ${stateAt(at)} as state, r.user_name, r.nick_name, r.unit_text, r.dept_id,
      coalesce(d.name, '') as dept_name, r.email, r.email_confirmed_at is not null as is_email_confirmed,
      r.phonenumber, r.purpose, r.provider, ${ms("r.created_at")} as at, ${ms("r.expires_at")} as expires_at,
      coalesce((select jsonb_agg(alike) from (
        select * from (${alike("userName", sql`lower(u.user_name) = lower(r.user_name)`, sql`lower(o.user_name) = lower(r.user_name)`)}
          union all ${alike("email", sql`r.email <> '' and u.email <> '' and lower(u.email) = lower(r.email)`, sql`r.email <> '' and o.email <> '' and lower(o.email) = lower(r.email)`)}
          union all ${alike("phonenumber", sql`r.phonenumber <> '' and u.phonenumber <> '' and u.phonenumber = r.phonenumber`, sql`r.phonenumber <> '' and o.phonenumber = r.phonenumber`)}
        ) every_one limit 10) alike), '[]') as duplicates,
      ${ms("r.decided_at")} as decided_at, r.decided_by, r.reason, r.user_id
    from account_request r left join dept d on d.id = r.dept_id`;
}

function matching(scope: Scope, query: RequestQuery, at: Date): RawBuilder<boolean> {
  const parts = [inScope(scope, "r.dept_id")];
  if (query.state !== undefined) parts.push(sql`${stateAt(at)} = ${query.state}`);
  if (query.keyword !== undefined) {
    const part = containing(query.keyword);
    parts.push(sql`(r.user_name ilike ${part} or r.nick_name ilike ${part} or r.email ilike ${part}
      or r.phonenumber ilike ${part} or r.unit_text ilike ${part})`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
