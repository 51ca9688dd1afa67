/**
 * Several statements sent in one go, answered in one go: the writer would wait for its database ten times a batch
 * otherwise. PostgreSQL documentation, "Extended Query" and "COPY Operations" of the frontend/backend protocol: what follows a
 * statement that failed is skipped up to the one Sync at the end.
 */
import pg from "pg";

export type Statement = {
  text: string;
  /** Parsed and planned once a connection. */
  name?: string;
  values?: readonly string[];
  /** What a COPY FROM STDIN reads. */
  bytes?: Buffer;
};

export type Answers = {
  /** The rows that each statement touched, in their order, up to the one that failed. */
  counts: number[];
  /** What the database refused: the statement after the counted ones. */
  refused: pg.DatabaseError | null;
};

/** Rejects where the connection broke: nobody knows then what was done. */
export function sendTogether(db: pg.Client, statements: readonly Statement[]): Promise<Answers> {
  return new Promise((resolve, reject) => {
    db.query(createSubmission(statements, resolve, reject));
  });
}

/** As `pg-copy-streams` and `pg-cursor` use it; its types leave these out. */
type Connection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** The names that a connection has parsed. */
const parsed = new WeakMap<pg.Connection, Set<string>>();

/** What the client calls while the answers come in. */
function createSubmission(
  statements: readonly Statement[],
  resolve: (answers: Answers) => void,
  reject: (error: Error) => void,
) {
  const counts: number[] = [];
  let names = new Set<string>();

  return {
    submit(given: pg.Connection): void {
      const connection = given as Connection;
      names = parsed.get(connection) ?? new Set();
      parsed.set(connection, names);
      connection.stream.cork();
      for (const statement of statements) send(connection, statement, names);
      connection.sync();
      connection.stream.uncork();
    },
    handleCommandComplete({ text }: { text: string }): void {
      const name = statements[counts.length]?.name;
      if (name !== undefined) names.add(name);
      // "INSERT 0 5", "COPY 5", "BEGIN".
      counts.push(Number(/ (\d+)$/.exec(text)?.[1] ?? 0));
    },
    handleError(error: Error): void {
      if (error instanceof pg.DatabaseError) resolve({ counts, refused: error });
      else reject(error);
    },
    handleReadyForQuery(): void {
      resolve({ counts, refused: null });
    },
    handleRowDescription(): void {},
    handleDataRow(): void {},
    // The bytes are on their way already.
    handleCopyInResponse(): void {},
  };
}

function send(connection: Connection, statement: Statement, names: ReadonlySet<string>): void {
  const { text, name = "", values = [], bytes } = statement;
  if (!names.has(name)) {
    // Of one that failed nobody knows whether it was parsed; to close what is not there is no error.
    if (name !== "") connection.close({ type: "S", name }, true);
    connection.parse({ name, text, types: [] }, true);
  }
  connection.bind({ statement: name, values: [...values] }, true);
  connection.execute(null, true);
  if (bytes === undefined) return;
  connection.sendCopyFromChunk(bytes);
  connection.endCopyFrom();
}
