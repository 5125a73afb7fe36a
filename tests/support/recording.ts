/** Which statements a test runs, transactions included. */
import type { CompiledQuery, QueryExecutor } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** From now on; each text once, with the values of its first time. */
export function recordStatements(db: Db): Map<string, CompiledQuery> {
  const statements = new Map<string, CompiledQuery>();
  listenTo(db.getExecutor(), statements);
  return statements;
}

function listenTo(executor: QueryExecutor, statements: Map<string, CompiledQuery>): QueryExecutor {
  const execute = executor.executeQuery.bind(executor);
  const within = executor.withConnectionProvider.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    if (!statements.has(query.sql)) statements.set(query.sql, query);
    return execute(query, ...rest);
  };
  executor.withConnectionProvider = (provider) => listenTo(within(provider), statements);
  return executor;
}
