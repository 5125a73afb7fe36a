/** Names are camelCase in the code and snake_case in the database: queries are translated as they are compiled, rows as they come. */
import {
  CamelCasePlugin,
  type LimitNode,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type SelectModifierNode,
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
  /** Written out or as an expression: SQLite makes a new plan whenever it is given a limit as a bare parameter. */
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    if (ValueNode.is(limit) && typeof limit.value === 'number') return this.appendImmediateValue(limit.value);
    this.append('cast(');
    this.visitNode(limit);
    this.append(' as integer)');
  }

  /** SQLite has one writer, so that a transaction need not lock its rows and has no words for it. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
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
