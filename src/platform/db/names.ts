/** Names are camelCase in the code and snake_case in the database: queries are translated as they are compiled, rows as they come. */
import { CamelCasePlugin, type PluginTransformQueryArgs, PostgresQueryCompiler, SqliteQueryCompiler } from 'kysely';

class Names extends CamelCasePlugin {
  /** The compilers below do it: the plugin would first make a copy of every query, part by part. */
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  inDatabase(name: string): string {
    return this.snakeCase(name);
  }
}

export const names = new Names({ maintainNestedObjectKeys: true });

export class SqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.inDatabase(name));
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.inDatabase(name));
  }
}
