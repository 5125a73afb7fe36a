/** Finds out what a file is, whatever its name says. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { openZip, type Zip, type ZipEntry } from '#platform/files/zip-reader.ts';
import { decodeBytes, ImportRefused, type Source } from './found.ts';
import { openGhost } from './ghost.ts';
import { findMarkdown, openMarkdown } from './markdown.ts';
import { findSubstackList, openSubstack } from './substack.ts';
import { openWxr } from './wxr.ts';

type Given = { file: string; fileName: string; site: string; now: Date };
export type OpenedFile = { source: Source; zip: Zip | null; note: string | null; close(): Promise<void> };

const mostText = 200 * 1024 ** 2;
const mostJson = 100 * 1024 ** 2;
const unknown =
  'This file cannot be imported. Please choose an export of WordPress (.xml), Ghost (.json) or Substack (.zip), or a zip of Markdown files.';
const guessed = 'The file is not in UTF-8, whatever it says. It was read as Windows-1252.';

/** @throws ImportRefused, ZipRefused */
export async function openImportFile(given: Given): Promise<OpenedFile> {
  const { file, fileName, site, now } = given;
  const pieces = await Array.fromAsync(createReadStream(file, { end: 4095 }) as AsyncIterable<Buffer>);
  const head = Buffer.concat(pieces).toString('latin1');
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return openZipped(given, await openZip(file));
  const alone = { zip: null, close: () => Promise.resolve() };
  const start = head.replace(/^(?:\ufeff|ï»¿)/, '').trimStart();
  if (start.startsWith('<') && isWxr(start)) return { ...alone, ...(await openPosts([() => createReadStream(file)])) };
  const isMarkdown = /^(---|\+\+\+)\s/.test(start) || /\.(md|markdown)$/i.test(fileName);
  if (!start.startsWith('{') && !isMarkdown) throw new ImportRefused(unknown);
  if ((await stat(file)).size > mostJson)
    throw new ImportRefused('A file of JSON or Markdown can have at most 100 MB.');
  const post = { path: fileName, read: () => readFile(file) };
  if (isMarkdown) return { ...alone, source: await openMarkdown([post], { zip: null, site, now }), note: null };
  const { text, isGuessed } = decodeBytes(await readFile(file));
  return { ...alone, source: openGhost(text, site), note: isGuessed ? guessed : null };
}

async function openZipped(given: Given, zip: Zip): Promise<OpenedFile> {
  try {
    return { note: null, ...(await sourceIn(zip, given)), zip, close: () => zip.close() };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function sourceIn(zip: Zip, { site, now }: Given): Promise<{ source: Source; note?: string | null }> {
  const entries = [...zip.entries.values()].filter(({ name }) => !/(^|\/)(__MACOSX\/|\.)/.test(name));
  const list = findSubstackList(zip);
  if (list) return { source: openSubstack(zip, list, site) };
  const posts: Bytes[] = [];
  for (const entry of entries.filter(({ name }) => /\.xml$/i.test(name)))
    if (isWxr((await zip.read(entry, mostText)).toString('latin1', 0, 4096))) posts.push(() => unpacked(zip, entry));
  if (posts.length > 0) return openPosts(posts);
  const files = findMarkdown(zip);
  for (const entry of files.length > 0 ? [] : entries.filter(({ name }) => /\.json$/i.test(name))) {
    const { text } = decodeBytes(await zip.read(entry, mostJson));
    if (/"posts"\s*:/.test(text)) return { source: openGhost(text, site) };
  }
  if (files.length === 0) throw new ImportRefused(unknown);
  return { source: await openMarkdown(files, { zip, site, now }) };
}

type Bytes = () => AsyncIterable<Uint8Array>;

async function openPosts(files: Bytes[]): Promise<{ source: Source; note: string | null }> {
  const areUtf8: boolean[] = [];
  for (const bytes of files) areUtf8.push(await isInUtf8(bytes()));
  const source = await openWxr(files.map((bytes, at) => () => decoded(bytes(), areUtf8[at] ?? true)));
  return { source, note: areUtf8.includes(false) ? guessed : null };
}

function isWxr(head: string): boolean {
  return head.includes('<rss') && head.includes('wordpress.org/export');
}

async function isInUtf8(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of bytes) decoder.decode(piece, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, isUtf8: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252');
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* unpacked(zip: Zip, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const bytes = await zip.read(entry, mostText);
  const most = 1024 ** 2;
  for (let from = 0; from < bytes.length; from += most) yield bytes.subarray(from, from + most);
}
