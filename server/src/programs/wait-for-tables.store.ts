import pg from "pg";

/** As a store in use has them: rows known to be seen by all, statistics taken. It takes the owner of the tables. */
export async function waitForTables(owner: pg.ClientConfig, tables: readonly string[]): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  for (const table of tables) await client.query(`vacuum analyze ${client.escapeIdentifier(table)}`);
  await client.end();
}
