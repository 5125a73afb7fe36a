/** Queries that are asked again and again are built once: that takes Kysely several times as long as SQLite takes to answer. */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

type Value = string | number | boolean | null;
type Given<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** Stands in a kept query for what differs from one time to the next. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const built = new WeakMap<Db, Map<string, CompiledQuery>>();

/**
 * Answers the rows of a query that `build` makes once for each database and `kind`: whatever may differ between two calls
 * of a kind is in `values`. There may be some hundred kinds; null is for a query that is hardly asked twice.
 */
export async function ask<Row, Values extends Record<string, Value>>(
  db: Db,
  { kind, values }: { kind: string | null; values: Values },
  build: (given: Given<Values>) => Compilable<Row>,
): Promise<Row[]> {
  const { parameters, ...query } =
    kind === null ? build(blank).compile() : once(db, kind, () => build(blank).compile());
  const filled = parameters.map((value) => (value instanceof Blank ? values[value.name] : value));
  return (await db.executeQuery<Row>({ ...query, parameters: filled })).rows;
}

function blank(name: string): RawBuilder<never> {
  return sql`${new Blank(name)}`;
}

function once(db: Db, kind: string, compile: () => CompiledQuery): CompiledQuery {
  let kinds = built.get(db);
  if (!kinds) built.set(db, (kinds = new Map()));
  let query = kinds.get(kind);
  if (!query) kinds.set(kind, (query = compile()));
  return query;
}
