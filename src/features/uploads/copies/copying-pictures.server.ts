/**
 * Copies pictures that stand on other sites, so that what visitors get loads nothing from there. Texts keep the address as it was
 * written. A save waits two seconds at most; a job does the rest, tries again a few times, and then gives up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#platform/context.ts';
import { Invalid } from '#platform/errors.ts';
import { severalAtOnce } from '#platform/fast/several-at-once.ts';
import { fetchPublic, internet, NotFetched } from '#platform/internet/fetch-public.ts';
import { findUrlByName } from '../missing-pictures.server.ts';
import { findPictureInfos, storePicture } from '../pictures.server.ts';
import { pictureAddressesIn } from './picture-addresses.ts';

export type CopyContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log' | 'store' | 'outages' | 'internet'>;

/** More than a browser sends: no one could make it smaller before. */
const limits = { bytes: 10 * 1024 * 1024, ms: 15_000, redirects: 3 };
const longestWaitMs = 2_000;
const mostAtOnce = 4;
/** Of one save: a text with more pictures of other sites shows links. */
export const mostInOne = 500;
const minuteMs = 60_000;
/** After each attempt; without another pause it is given up. */
const pausesMs = [1, 10, 60, 360].map((minutes) => minutes * minuteMs);

/** Call it before the save's transaction, with what is to be saved. */
export async function copyPictures(context: CopyContext, input: unknown): Promise<void> {
  const due = await noteAddresses(context, pictureAddressesIn(input).slice(0, mostInOne));
  if (due.length === 0) return;
  const copied = severalAtOnce(mostAtOnce, due, (address) => copy(context, address)).catch((error: unknown) =>
    context.log.error('pictures of other sites are not copied yet', { error }),
  );
  await Promise.race([copied, sleep(longestWaitMs, undefined, { ref: false })]);
}

/** Those whose turn it is. */
export async function copyDuePictures(context: CopyContext): Promise<void> {
  const due = context.db
    .selectFrom('pictureCopies')
    .select('address')
    .where('nextAttemptAt', '<=', context.clock.now().toISOString())
    .orderBy('nextAttemptAt')
    .limit(100);
  await severalAtOnce(mostAtOnce, await due.execute(), ({ address }) => copy(context, address));
}

/** Notes new addresses; returns those that no one has tried yet. */
export async function noteAddresses({ db, clock }: CopyContext, addresses: string[]): Promise<string[]> {
  const stored = await findPictureInfos(db, addresses);
  const wanted = addresses.filter((address) => !stored.has(address));
  if (wanted.length === 0) return [];
  const rows = wanted.map((address) => ({ address, attempts: 0, nextAttemptAt: clock.now().toISOString() }));
  await db
    .insertInto('pictureCopies')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute();
  const untried = db.selectFrom('pictureCopies').select('address').where('address', 'in', wanted);
  return (await untried.where('attempts', '=', 0).execute()).map(({ address }) => address);
}

async function copy(context: CopyContext, address: string): Promise<void> {
  const attempts = await claim(context, address);
  if (attempts === null) return;
  const url = (await ownAddress(context, address)) ?? (await fetchCopy(context, address));
  if (url === null && attempts <= pausesMs.length) return;
  const row = context.db.updateTable('pictureCopies').where('address', '=', address);
  await row.set({ url, nextAttemptAt: null }).execute();
}

/** The number of this attempt; null when another process has it. A process that ends leaves it to the next attempt. */
async function claim({ db, clock }: CopyContext, address: string): Promise<number | null> {
  const now = clock.now().getTime();
  const known = await db
    .selectFrom('pictureCopies')
    .select('attempts')
    .where('address', '=', address)
    .where('nextAttemptAt', '<=', new Date(now).toISOString())
    .executeTakeFirst();
  if (!known) return null;
  const pauseMs = pausesMs[known.attempts] ?? minuteMs;
  const claimed = await db
    .updateTable('pictureCopies')
    .set({ attempts: known.attempts + 1, nextAttemptAt: new Date(now + pauseMs).toISOString() })
    .where('address', '=', address)
    .where('attempts', '=', known.attempts)
    .returning('attempts')
    .executeTakeFirst();
  return claimed?.attempts ?? null;
}

/** Of a picture that is here already, by another address. */
async function ownAddress({ db, config }: CopyContext, address: string): Promise<string | null> {
  const isHere = address.startsWith(`${config.siteUrl}/`);
  return isHere ? address.slice(config.siteUrl.length) : findUrlByName(db, address);
}

/** Decoded and stored as an upload is: the bytes as they came are thrown away. Null when nothing came, or no picture. */
async function fetchCopy(context: CopyContext, address: string): Promise<string | null> {
  await context.outages.refusePictures();
  try {
    const bytes = await fetchPublic(address, limits, context.internet ?? internet);
    const fileName = new URL(address).pathname.split('/').at(-1) ?? '';
    return (await storePicture(context, { purpose: 'articles', bytes, fileName, administratorId: null })).imageUrl;
  } catch (error) {
    if (!(error instanceof NotFetched) && !(error instanceof Invalid)) throw error;
    context.log.info('a picture of another site was not copied', { host: hostOf(address), reason: error.message });
    return null;
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}
