/** Which statements a test runs, transactions included. */
import type { CompiledQuery, KyselyPlugin, QueryExecutor } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** From now on; each text once, with the values of its first time. */
export function recordStatements(db: Db): Map<string, CompiledQuery> {
  const statements = new Map<string, CompiledQuery>();
  listenTo(db.getExecutor(), statements);
  return statements;
}

/** A database beside `db` that writes down the text of every statement, in their order. */
export function listStatements(db: Db): { db: Db; statements: string[] } {
  const statements: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), statements };
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
