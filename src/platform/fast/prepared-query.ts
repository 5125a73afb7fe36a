/** Queries built once: Kysely takes several times as long to build and compile one as SQLite takes to answer it. */
import { type Compilable, type CompiledQuery, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

type Value = string | number | boolean | null;

/** Placeholder in the query for the value each call passes under this name. */
export type Param<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const isTest = process.env.NODE_ENV === 'test';

/**
 * Create it when its module loads; it is its own cache key. `build` runs once per
 * database. What differs between calls is a `param`, and a query with another condition is another prepared query.
 */
export function preparedQuery<Row, Values extends Record<string, Value>>(
  build: (db: Db, param: Param<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // A transaction has the adapter of its database.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) compiled.set(adapter, (query = build(db, param).compile()));
    else if (isTest) refuseChange(query, build(db, param).compile());
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

function param(name: string): RawBuilder<never> {
  return sql`${new Placeholder(name)}`;
}

/** Anything else that `build` reads, such as the time, would stay as at the first call: tests check for that. */
function refuseChange(first: CompiledQuery, again: CompiledQuery): void {
  const [was, is] = [first, again].map(({ sql: text, parameters }) => JSON.stringify([text, parameters]));
  if (was !== is) throw new Error(`A prepared query depends on more than its parameters: ${was} is now ${is}`);
}
