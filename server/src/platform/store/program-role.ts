/*
 * The role that the program works as. Migrations run as the owner of the tables; everything else as a role that may
 * read and write, but neither change nor delete what is written once (the audit log, the signed heads).
 */
import pg from "pg";
import type { Log } from "../log.ts";

const role = "tracewater_program";

/** Tables whose rows are only ever added. */
const writtenOnce = [
  "audit_log",
  "custody_event",
  "chain_head",
  "chain_key",
  "checkpoint",
  "checkpoint_cosignature",
  "checkpoint_stamp",
];

/**
 * Prepares the role and gives the connection to work with. On the embedded database the role logs in itself and can
 * become no other. On an external one the owner switches to it when they connect, where they may make roles; where not,
 * only the triggers are between them and those rows, which is logged.
 */
export async function connectAsProgram(
  owner: pg.ClientConfig,
  options: { isEmbedded: boolean; log: Log },
): Promise<pg.ClientConfig> {
  const { isEmbedded, log } = options;
  const program = isEmbedded ? { ...owner, user: role } : switching(owner);
  try {
    await once(owner, (client) => prepare(client, isEmbedded));
    const name = await once(program, async (client) => {
      const found = await client.query<{ name: string }>("select current_user as name");
      return found.rows[0]?.name;
    });
    if (name !== role) throw new Error(`the connection uses the role ${name}`);
    return program;
  } catch (error) {
    if (isEmbedded) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      { reason },
      `the database does not allow the role ${role}; append-only tables are protected by triggers alone`,
    );
    return owner;
  }
}

/** As `connectAsProgram` alongside a platform that has prepared the role. */
export function embeddedProgram(owner: pg.ClientConfig): pg.ClientConfig {
  return { ...owner, user: role };
}

function switching(owner: pg.ClientConfig): pg.ClientConfig {
  const url = new URL(owner.connectionString ?? "");
  const given = url.searchParams.get("options");
  url.searchParams.set("options", `${given === null ? "" : `${given} `}-c role=${role}`);
  return { ...owner, connectionString: url.toString() };
}

async function prepare(client: pg.Client, isEmbedded: boolean): Promise<void> {
  const kind = isEmbedded ? "login" : "nologin";
  await client.query(`
    do $$ begin
      perform pg_advisory_xact_lock(hashtext('${role}'));
      if not exists (select from pg_roles where rolname = '${role}') then
        begin create role ${role} ${kind};
        exception when duplicate_object or unique_violation then null; -- a platform on another database of this server
        end;
      end if;
      if not pg_has_role(current_user, '${role}', 'member') then grant ${role} to current_user; end if;
      grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage, select on all sequences in schema public to ${role};
      revoke update, delete, truncate on ${writtenOnce.join(", ")} from ${role};
      revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role};
    end $$`);
}

async function once<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
