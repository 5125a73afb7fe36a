/**
 * One step of a call fails: a statement of the database, a call of the store, an answer of the mail server. Or a statement is
 * done for good, and its answer is lost with the connection.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { CompiledQuery as Query } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Store } from '#platform/storage/store.ts';

/** In every error that is made here, so that an answer which shows one is noticed. */
export const mark = 'simulated_fault';

export type Manner = 'refused' | 'answer lost';

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let steps: string[] = [];
  let failing = 0;
  let armed: Manner = 'refused';

  /** Whether this step is the one that fails. */
  function isHit(step: string, manner: Manner = 'refused'): boolean {
    if (manner !== armed) return false;
    steps.push(step);
    return steps.length === failing;
  }

  return {
    isHit,
    /** From now on the steps are counted, and the `n`-th fails. */
    arm: (n: number, manner: Manner = 'refused') => {
      steps = [];
      failing = n;
      armed = manner;
    },
    /** What failed; undefined when it was not come to. */
    hit: (): string | undefined => steps[failing - 1],
    steps: () => steps,
  };
}

/** Statements of transactions included, and what begins and commits these. What is already a transaction stays one. */
export function failStatements(db: Db, faults: Faults): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (use, ...rest) => provide((connection) => use(failing(connection, faults)), ...rest);
}

function failing(connection: DatabaseConnection, faults: Faults): DatabaseConnection {
  let isWithin = false;
  let isLost = false;
  // In place of the statement the database is sent one that it refuses, as it would any other.
  const instead = (query: CompiledQuery): CompiledQuery =>
    faults.isHit(query.sql) ? Query.raw(`SELECT ${mark}()`) : query;
  const meet = () => {
    // As pg says it.
    if (isLost) throw new Error(`Connection terminated unexpectedly: ${mark}`);
  };
  return {
    async executeQuery<R>(query: CompiledQuery, ...rest: unknown[]): Promise<QueryResult<R>> {
      meet();
      const result = await connection.executeQuery<R>(instead(query), ...(rest as []));
      if (/^(begin|start)\b/i.test(query.sql)) isWithin = true;
      const lasts = isWithin ? /^commit\b/i : /^(insert|update|delete)\b/i;
      isLost = lasts.test(query.sql) && faults.isHit(query.sql, 'answer lost');
      meet();
      return result;
    },
    streamQuery: (query, ...rest) => connection.streamQuery(instead(query), ...rest),
  };
}

export function failingStore(store: Store, faults: Faults): Store {
  const meet = (step: string) => {
    if (faults.isHit(step)) throw new Error(mark);
  };
  return {
    async put(path, bytes) {
      meet('put of a file');
      return store.put(path, bytes);
    },
    async get(path) {
      meet('get of a file');
      return store.get(path);
    },
    async remove(path) {
      meet('removal of a file');
      return store.remove(path);
    },
    async *list() {
      meet('list of files');
      yield* store.list();
    },
    publicUrl: (path) => store.publicUrl(path),
  };
}
