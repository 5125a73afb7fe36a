/** What code and databases of the project declare, for documents that name it. */
import { parseSync, Visitor } from 'vite';

/** Declarations, exports, imports, keys and whole words that stand for a state; no words of comments and sentences. */
export function declaredNames(file: string, code: string): string[] {
  if (file.endsWith('.sql')) return code.replace(/--.*$|'[^']*'/gm, '').match(/[A-Za-z_]\w*/g) ?? [];
  if (!/\.[cm]?tsx?$/.test(file)) return [];
  const names: string[] = [];
  const add = (node: object | null | undefined) => {
    if (node && 'name' in node && typeof node.name === 'string') names.push(node.name);
    if (node && 'value' in node && typeof node.value === 'string') names.push(node.value);
  };
  const visitor = new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: ({ id }) => add(id),
    ClassDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    ImportSpecifier: ({ imported }) => add(imported),
    Property: ({ key }) => add(key),
    MemberExpression: ({ property }) => add(property),
    TSPropertySignature: ({ key }) => add(key),
    JSXAttribute: ({ name }) => add(name),
    Literal: ({ value }) => void (typeof value === 'string' && /^[\w.-]+$/.test(value) && names.push(value)),
  });
  visitor.visit(parseSync(file, code).program);
  return names;
}
