/** `npm run admin -- import FILE`: prints what it would bring; with `--yes` it imports that. The worker of a running site may do it. */
import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#platform/context.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { pluralise } from '#shared/text.ts';
import type { Import, Plan } from './import.schema.ts';
import { addImport, removeImportFile } from './import-files.ts';
import { claimImport, getImport, importMessages, mostImportBytes, moveOn, presentImport } from './import-rows.ts';
import { anyAdministrator, runImport } from './run-import.ts';

type Asked = { file: string; site: string; isConfirmed: boolean; print: (line: string) => void };

/** @throws Invalid, Conflict */
export async function importByOperator(context: AppContext, { file, site, isConfirmed, print }: Asked): Promise<void> {
  const { db, store, clock } = context;
  const found = await access(file, constants.R_OK)
    .then(() => stat(file))
    .catch(() => null);
  if (!found?.isFile()) throw new Invalid(`There is no file ${file} that the site may read.`);
  if (found.size > mostImportBytes) throw new Invalid(importMessages.tooLarge);
  const administratorId = await anyAdministrator(context);
  const given = { named: { fileName: basename(file) }, site, administratorId };
  const added = await addImport(context, createReadStream(file), given);
  const { id } = added;
  const { plan, error } = await finished(context, id, ['reading']);
  if (!plan) throw new Conflict(error ?? importMessages.notReady);
  for (const line of linesOf(plan)) print(line);
  if (!isConfirmed || plan.items.length === 0) {
    await moveOn(db, id, { from: ['ready'], change: { state: 'discarded' }, now: clock.now() });
    await removeImportFile(store, added);
    return print('Nothing is imported yet. Add --yes to import it.');
  }
  await moveOn(db, id, { from: ['ready'], change: { state: 'importing', isReplacing: true }, now: clock.now() });
  const done = await finished(context, id, ['importing']);
  if (done.error) throw new Conflict(done.error);
  for (const { address, title } of done.report?.missing ?? []) print(`Missing: ${address} (in “${title}”)`);
  for (const note of done.report?.notes ?? []) print(note);
  const { articles = 0, pages = 0, pictures = 0 } = done.report ?? {};
  print(
    `Imported ${pluralise(articles, 'article')}, ${pluralise(pages, 'page')} and ${pluralise(pictures, 'picture')}.`,
  );
}

/** Once it is in none of these states, by this process or a worker. */
async function finished(context: AppContext, id: number, states: Import['state'][]): Promise<Import> {
  for (;;) {
    const row = await getImport(context.db, id);
    if (!states.includes(row.state)) return presentImport(row, context.clock.now());
    const claimed = await claimImport(context);
    if (claimed) await runImport(context, claimed);
    else await sleep(500);
  }
}

function* linesOf(plan: Plan): Generator<string> {
  yield `From ${plan.label}:`;
  for (const { title, kind, hidden, note } of plan.items)
    yield `  ${kind === 'pages' ? 'page' : 'article'}${hidden ? `, draft (${hidden})` : ''}: ${title}${note ? ` (${note})` : ''}`;
  for (const { title, why } of plan.skipped) yield `  left out: ${title} (${why})`;
  for (const [kind, count] of Object.entries(plan.others)) yield `  left out: ${kind} ${count}`;
  for (const { address, title } of plan.missing) yield `  missing: ${address} (in “${title}”)`;
  yield* plan.notes.map((note) => `  ${note}`);
  if (plan.known > 0) yield `  Here already, and left as it is: ${pluralise(plan.known, 'item')}.`;
  yield `${pluralise(plan.items.length, 'item')}, ${pluralise(plan.pictures, 'picture')}.`;
}
