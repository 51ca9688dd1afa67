/**
 * Statements that PostgreSQL plans once for each connection: one that runs with nearly every request may take longer to
 * plan than to run. Only for those whose best plan does not depend on their values, such as a look-up by a unique key.
 */
import { type PostgresPoolClient, type RawBuilder, sql } from "kysely";
import type pg from "pg";

/** Marks a statement, as its first words; its text may not vary under one name. */
export function plannedOnce(name: string): RawBuilder<unknown> {
  return sql.raw(`/* planned once: ${name} */`);
}

/** The same connection, on which marked statements are named ones (PostgreSQL documentation, "Extended Query"). */
export function namingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => {
    const name = /^\/\* planned once: (\w+) \*\//.exec(text)?.[1];
    return name === undefined ? client.query(text, values) : client.query({ name, text, values });
  };
  return Object.create(client, { query: { value: query } });
}
