/** Everything that the society has made, as files that other programs read: for leaving, and for looking things up without the site. */

import { splitLines } from '#features/items/kind.ts';
import { exportSubscribers } from '#features/newsletter/subscribers/subscribers.server.ts';
import { exportGuests } from '#features/registrations/guests/guests.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { pictureSettings } from '#features/settings/settings.ts';
import { siteVersion } from '#platform/config/site-version.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { ZipFile } from '#platform/files/zip.ts';
import { writeCsv } from '#platform/spreadsheets/table-export.ts';
import { storedBytes } from '#platform/storage/store.ts';
import { longDate } from '#shared/dates.ts';
import { extractEmailAddress, isEmailAddress } from '#shared/email-address.ts';
import type { AskAsVisitor } from './ask-as-visitor.ts';
import { contentFiles } from './content-files.ts';
import type { ExportPart } from './export.schema.ts';
import { frozenFiles } from './frozen-site.ts';
import { hugoFiles } from './hugo-files.ts';
import { readExportedPictures } from './pictures-in-export.ts';

export type ExportContext = Pick<AppContext, 'db' | 'config' | 'store' | 'clock'>;

/** Read as they are written: what is saved in the meantime may be in it or not. */
export async function* exportFiles(
  context: ExportContext,
  parts: ExportPart[],
  /** Null where the site is not among the parts. */
  ask: AskAsVisitor | null,
): AsyncGenerator<ZipFile> {
  const modifiedAt = context.clock.now();
  yield { path: 'README.md', modifiedAt, body: [readmeOf(context, parts)] };
  if (parts.includes('content')) yield* writtenFiles(context, modifiedAt);
  if (ask && parts.includes('site')) yield* siteFiles(context, ask, modifiedAt);
  if (parts.includes('people')) yield* peopleFiles(context.db, modifiedAt);
}

async function* writtenFiles({ db, config, store }: ExportContext, now: Date): AsyncGenerator<ZipFile> {
  const pictures = await readExportedPictures(db);
  const counts: Record<string, number> = {};
  const rows = await db.selectFrom('redirects').selectAll().orderBy('path').execute();
  const oldAddresses = Map.groupBy(rows, ({ kind, entityId }) => `${kind}/${entityId}`);
  const redirects: { from: string; to: unknown }[] = [];
  for await (const { folder, id, url, modifiedAt, path, text } of contentFiles({ db, pictures, oldAddresses })) {
    counts[folder] = (counts[folder] ?? 0) + 1;
    for (const { path: from } of oldAddresses.get(`${folder}/${id}`) ?? []) redirects.push({ from, to: url });
    yield { path, modifiedAt: new Date(modifiedAt), body: [text] };
  }
  const settings = await getSettings(db, config);
  yield jsonFile('redirects.json', redirects, now);
  const look = Object.fromEntries(pictureSettings.map((key) => [key, pictures.local(settings[key])]));
  yield jsonFile('settings.json', { ...settings, ...look }, now);
  yield* hugoFiles(settings, now);
  const missing: string[] = [];
  for (const path of pictures.used) {
    const body = await storedBytes(store, path);
    if (body) yield { path: `static/uploads/${path}`, modifiedAt: now, body };
    else missing.push(path);
  }
  const { siteUrl } = config;
  const about = { format: 'one-health-export-1', madeAt: now.toISOString(), siteVersion, siteUrl, counts, missing };
  yield jsonFile('export.json', about, now);
}

function jsonFile(path: string, value: unknown, modifiedAt: Date): ZipFile {
  return { path, modifiedAt, body: [`${JSON.stringify(value, null, 2)}\n`] };
}

async function* siteFiles({ db, config, store }: ExportContext, ask: AskAsVisitor, now: Date): AsyncGenerator<ZipFile> {
  const { contactLine, timeZone } = await getSettings(db, config);
  const contact = contactLine.split(' ').map(extractEmailAddress).find(isEmailAddress) ?? config.mailFrom.address;
  const sentence = `This site is frozen since ${longDate(now.toISOString(), timeZone)}; write to ${contact}`;
  const redirects = await db.selectFrom('redirects').select('path').orderBy('path').execute();
  const oldPaths = redirects.map(({ path }) => encodeURI(path)).filter((path) => !path.includes('?'));
  const { siteUrl, s3 } = config;
  const site = { ask, store, siteUrl, picturesUrl: s3?.publicUrl, oldPaths, sentence, modifiedAt: now };
  for await (const file of frozenFiles(site)) yield { ...file, path: `site/${file.path}` };
}

async function* peopleFiles(db: Db, modifiedAt: Date): AsyncGenerator<ZipFile> {
  yield { path: 'people/subscribers.csv', modifiedAt, body: writeCsv(exportSubscribers(db, undefined)) };
  const events = db.selectFrom('events').select(['id', 'questions']).where('deletedAt', 'is', null);
  const guests = db.selectFrom('registrations').select('eventId');
  for (const { id: eventId, questions } of await events.where('id', 'in', guests).orderBy('id').execute())
    for (const list of ['coming', 'waiting'] as const)
      yield {
        path: `people/guests-of-event-${eventId}-${list}.csv`,
        modifiedAt,
        body: writeCsv(exportGuests(db, { eventId, list, questions: splitLines(questions) })),
      };
}

function readmeOf({ config, clock }: ExportContext, parts: ExportPart[]): string {
  const about: Record<ExportPart, string> = {
    content: `- \`content/\`: articles, pages, events, members, past years and newsletters, a file each, as Markdown with
  front matter in YAML. \`draft: true\` marks what was not public.
- \`static/uploads/\`: their pictures and PDF files. Texts name them as \`/uploads/…\`.
- \`settings.json\`: the name, texts and look of the site.
- \`redirects.json\`: addresses that lead to others.
- \`export.json\`: when and from which site this was made, and pictures that were missing.
- \`hugo.toml\` and \`layouts/\`: with them the program Hugo makes a plain site of this folder. Type \`hugo\`.`,
    people: `- \`people/\`: subscribers and guests, as tables. These are personal data: do not publish this folder.`,
    site: `- \`site/\`: the site as visitors see it, as files that any web server can show, from any folder.`,
  };
  const listed = parts.map((part) => about[part]).join('\n');
  return `# ${config.siteUrl}\n\nExported on ${clock.now().toISOString().slice(0, 10)}.\n\n${listed}\n`;
}
