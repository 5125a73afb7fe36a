/** Names are camelCase in the code and snake_case in the database: queries are translated as they are compiled, rows as they come. */
import {
  CamelCasePlugin,
  type LimitNode,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';

class Names extends CamelCasePlugin {
  /** The compilers below do it: the plugin would first make a copy of every query, part by part. */
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  inDatabase(name: string): string {
    return this.snakeCase(name);
  }

  inCode(name: string): string {
    return this.camelCase(name);
  }
}

export const names = new Names({ maintainNestedObjectKeys: true });

export class SqliteCompiler extends SqliteQueryCompiler {
  /** Written out: its plans depend on the limit, so that SQLite makes a new one whenever it is given one as a parameter. */
  protected override visitLimit(node: LimitNode): void {
    if (!ValueNode.is(node.limit) || typeof node.limit.value !== 'number') return super.visitLimit(node);
    this.append('limit ');
    this.appendImmediateValue(node.limit.value);
  }

  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.inDatabase(name));
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(names.inDatabase(name));
  }
}
