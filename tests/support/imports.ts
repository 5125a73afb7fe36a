/** Imports as a test makes them: uploaded through the API, done as the worker does it, in this process. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Import } from '#app/imports/import.schema.ts';
import { claimImport } from '#app/imports/import-rows.ts';
import { runImport } from '#app/imports/run-import.ts';
import { writeZip } from '#platform/files/zip.ts';
import type { TestApp } from './test-app.ts';

export const casesFolder = join(import.meta.dirname, '../cases/import-posts');

type Files = Record<string, string | Uint8Array>;

export async function zipOf(files: Files): Promise<Buffer> {
  const modifiedAt = new Date('2026-11-01T00:00:00Z');
  const parts: Uint8Array[] = [];
  const entries = Object.entries(files).map(([path, body]) => ({ path, modifiedAt, body: [body] }));
  for await (const bytes of writeZip(entries)) parts.push(bytes);
  return Buffer.concat(parts);
}

export function filesBelow(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}

export function importer(app: TestApp, token: string) {
  async function upload(
    name: string,
    bytes: string | Uint8Array,
    query = '',
  ): Promise<{ status: number; body: Import }> {
    const form = new FormData();
    form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.request(`/api/v1/imports/admin${query}`, { method: 'POST', headers, body: form });
    return { status: answer.status, body: (await answer.json()) as Import };
  }

  async function work(): Promise<void> {
    for (let row = await claimImport(app.context); row; row = await claimImport(app.context))
      await runImport(app.context, row);
  }

  async function latest(): Promise<Import> {
    const [first] = (await app.json<Import[]>('GET', '/imports/admin', undefined, token)).body;
    if (!first) throw new Error('there is no import');
    return first;
  }

  /** The list of what it would bring. */
  async function plan(name: string, bytes: string | Uint8Array, query?: string): Promise<Import> {
    await upload(name, bytes, query);
    await work();
    return latest();
  }

  async function start(id: number, isReplacing = true): Promise<Import> {
    await app.json('POST', `/imports/admin/${id}/start`, { isReplacing }, token);
    await work();
    return latest();
  }

  async function undo(id: number): Promise<{ status: number; body: Import & { message?: string } }> {
    const answer = await app.json<Import>('POST', `/imports/admin/${id}/undo`, undefined, token);
    await work();
    return { status: answer.status, body: answer.status === 200 ? await latest() : answer.body };
  }

  return {
    upload,
    work,
    latest,
    plan,
    start,
    undo,
    whole: async (name: string, bytes: string | Uint8Array, query?: string) =>
      start((await plan(name, bytes, query)).id),
  };
}
