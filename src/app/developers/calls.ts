/** The calls of the OpenAPI document as the page for developers shows them. */
import type { ApiDocument, Content, Operation, Parameter, Schema } from './openapi.ts';

export type Call = {
  id: string;
  method: string;
  path: string;
  operation: Operation;
};

export type Group = { id: string; name: string; calls: Call[] };

/** By subject, in the order of the document. Public calls come first. */
export function groupCalls(document: ApiDocument): Group[] {
  const groups = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? 'Others';
      const call = { id: idOf(method, path), method: method.toUpperCase(), path, operation };
      groups.set(name, [...(groups.get(name) ?? []), call]);
    }
  const guarded = ({ operation }: Call) => Number(Boolean(operation.security));
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, calls]) => ({
      id: name.toLowerCase(),
      name,
      calls: calls.toSorted((a, b) => guarded(a) - guarded(b)),
    }));
}

/** These come first, the rest keeps its order. */
const first = ['Articles', 'Events', 'Members', 'Newsletter', 'Settings'];

function rank(name: string): number {
  const at = first.indexOf(name);
  return at < 0 ? first.length : at;
}

function idOf(method: string, path: string): string {
  const words = path.replace('/api/v1/', '').replaceAll(/[{}]/g, '').split('/');
  return [method, ...words].join('-');
}

export type FieldRow = { name: string; type: string; isRequired: boolean; note: string };

export function parameterRows({ parameters = [] }: Operation): FieldRow[] {
  return parameters.map(({ name, in: place, required, schema }) => ({
    name,
    type: typeOf(schema),
    isRequired: required ?? false,
    note: [places[place] ?? place, noteOf(schema)].filter(Boolean).join('. '),
  }));
}

const places: Record<string, string> = { path: 'In the path', query: 'In the query', header: 'A header' };

export function bodyRows(content: Content | undefined, { components }: ApiDocument): FieldRow[] {
  const [given] = Object.values(content ?? {});
  const name = given?.schema.$ref?.split('/').at(-1);
  const schema = name ? components.schemas[name] : given?.schema;
  return Object.entries(schema?.properties ?? {}).map(([field, value]) => ({
    name: field,
    type: typeOf(value),
    isRequired: schema?.required?.includes(field) ?? false,
    note: noteOf(value),
  }));
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  const type = [schema.type ?? 'any'].flat().join(' or ');
  if (type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`;
  return schema.format ? `${type}, ${schema.format}` : type;
}

function noteOf({ description, maxLength }: Schema): string {
  return [description, maxLength && `at most ${maxLength} characters`].filter(Boolean).join('; ');
}

/** The example as a command. */
export function curlOf({ method, path, operation }: Call, siteUrl: string): string {
  const { parameters = [], requestBody, security } = operation;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(siteUrl + addressOf(path, parameters))}`];
  if (security) lines.push(`-H 'Authorization: Bearer TOKEN'`);
  for (const { name, in: place, example } of parameters)
    if (place === 'header' && example !== undefined) lines.push(`-H ${quoted(`${name}: ${String(example)}`)}`);
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === 'multipart/form-data') lines.push(`-F 'file=@picture.png'`);
  else if (type && content?.example !== undefined)
    lines.push(`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(content.example))}`);
  return lines.join(' \\\n  ');
}

function addressOf(path: string, parameters: Parameter[]): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue;
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    if (place === 'query') query.set(name, String(example));
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
