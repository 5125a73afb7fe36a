/**
 * The door that the console's link opens while a site is empty: the calls of the page /admin/restore. They lie outside /api/v1, because
 * they take gigabytes and are gone with the first content. They stand before everything else the site does with a request.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppContext } from '#platform/context.ts';
import { isPostgres } from '#platform/db/db.ts';
import { countProcesses } from '#platform/db/postgres-processes.ts';
import { giveBody, hasBody, readBody } from '#platform/http/admission.ts';
import { securityHeadersOf } from '#platform/http/middleware.ts';
import { isSignature, randomToken, sha256 } from '#platform/tokens.ts';
import { send } from '../request-intake.ts';
import { isSiteEmpty } from './empty-site.ts';
import {
  firstRestorePath,
  linkEnded,
  mostPassphrase,
  pieceBytes,
  type RestoreState,
  tokenHeader,
} from './first-restore.ts';
import { createRestoreWork, OutOfTurn } from './restore-work.ts';

const dayMs = 86_400_000;
/** Of an upload that brings nothing. */
const stallMs = 30_000;
const smallBody = 16 * 1024;
/** Of all who try, in a minute: nobody guesses 256 bits, and nobody is to keep the site busy with it. */
const mostWrong = 30;

/** What a restore hands on to the start after it: whose page waits, and why its backup is not in place; null where it is. */
export type Handoff = { tokenHash: string; until: number; refused: string | null };

/** A refusal; `message` is a sentence. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const others =
  'Other processes run on the database of this site. Stop them all, and type "npm run restore -- FILE" in place of this page.';

export type RestoreDoor = {
  /** For the console; null where the one before is still open. */
  link: string | null;
  /** Answers the calls of the page; all else goes to `next`. */
  before(next: RequestListener): RequestListener;
  close(): void;
};

/** Stops the site, puts what was built in place, and starts it anew. */
export type Restore = (built: { hasPictures: boolean; link: Omit<Handoff, 'refused'> }) => void;

export function createRestoreDoor(context: AppContext, restore: Restore, handoff: Handoff | null): RestoreDoor {
  const { config, clock, db, log } = context;
  const token = randomToken();
  const { tokenHash, until } = handoff ?? { tokenHash: sha256(token), until: clock.now().getTime() + dayMs };
  const work = createRestoreWork(context, handoff && begunBy(handoff));
  const isWrongTooOften = limiter();

  async function refuseStrangers(request: IncomingMessage): Promise<void> {
    if (isForeign(request)) throw new Refused(403, 'Please use the page of this site.');
    const given = request.headers[tokenHeader]?.toString() ?? '';
    if (!isSignature(sha256(given), tokenHash)) {
      if (isWrongTooOften()) throw new Refused(429, 'Too many wrong links. Please try again in a minute.');
      throw new Refused(403, linkEnded);
    }
    if (['restoring', 'restored'].includes(work.state().step)) return;
    if (clock.now().getTime() > until || !(await isSiteEmpty(db))) throw new Refused(410, linkEnded);
    if (isPostgres(db) && (await countProcesses(db)) > 1) throw new Refused(409, others);
  }

  async function act(request: IncomingMessage, call: string, query: URLSearchParams): Promise<RestoreState> {
    if (call === 'PUT /upload') await receivePiece(request, Number(query.get('from')));
    else if (call === 'POST /upload') await work.begin(sizeIn(await jsonOf(request)));
    else if (call === 'POST /check') work.check(passphraseIn(await jsonOf(request)));
    else if (call === 'POST /restore') restore({ hasPictures: work.beginRestore(), link: { tokenHash, until } });
    else if (call !== 'GET /state') throw new Refused(404, 'This address does not exist.');
    return work.state();
  }

  async function receivePiece(request: IncomingMessage, from: number): Promise<void> {
    const bytes = Number(request.headers['content-length']);
    if (!(bytes > 0 && bytes <= pieceBytes)) throw new Refused(413, 'What was sent is too large.');
    const { socket } = request;
    const end = () => socket.destroy();
    socket.setTimeout(stallMs).once('timeout', end);
    try {
      // It is not ended with the reading: where the disk is full, there is still something to answer.
      await work.receive(request.iterator({ destroyOnReturn: false }), { from, bytes });
    } finally {
      // The connection is used for the next piece.
      socket.setTimeout(0).off('timeout', end);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query] = (request.url ?? '').split('?');
    const call = `${request.method} ${path.slice(firstRestorePath.length)}`;
    let [status, body]: [number, unknown] = [200, null];
    try {
      await refuseStrangers(request);
      body = await act(request, call, new URLSearchParams(query));
    } catch (error) {
      if (error instanceof Refused) [status, body] = [error.status, { message: error.message }];
      else if (error instanceof OutOfTurn) [status, body] = [409, { message: error.message }];
      else {
        if (!request.destroyed) log.error('a call of the restore page failed', { call, error });
        [status, body] = [500, { message: 'Something went wrong. Nothing was changed.' }];
      }
    }
    // The rest of a piece is read, so that whoever sends it sees the answer; the connection of anything larger ends.
    const { 'content-length': length = Number.POSITIVE_INFINITY } = request.headers;
    if (hasBody(request) && Number(length) > pieceBytes) giveBody(request, response, null);
    else request.resume();
    const headers = { ...securityHeadersOf(config), 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
    send(response, { ...headers, 'content-type': 'application/json' }, status, JSON.stringify(body));
  }

  return {
    link: handoff ? null : `${config.siteUrl}/admin/restore#token=${token}`,
    before: (next) => (request, response) => {
      if (!request.url?.startsWith(`${firstRestorePath}/`)) return next(request, response);
      void answer(request, response);
    },
    close: () => work.stop(),
  };
}

function begunBy({ refused }: Handoff): Partial<RestoreState> {
  return refused === null ? { step: 'restored' } : { refused };
}

/** The page's calls carry a header of their own, which a browser sends nowhere else without being allowed to. */
function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = headers;
  return origin !== undefined && !origin.endsWith(`://${headers.host}`);
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readBody(request, smallBody);
  if (body === 'too large') throw new Refused(413, 'What was sent is too large.');
  try {
    return Object(JSON.parse(String(body))) as Record<string, unknown>;
  } catch {
    throw new Refused(400, 'Please send the request as JSON.');
  }
}

function sizeIn({ bytes }: Record<string, unknown>): number {
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes)) throw new Refused(400, 'How large is the file?');
  if (bytes <= 0) throw new Refused(400, 'This file is empty: choose a backup.');
  return bytes;
}

function passphraseIn({ passphrase }: Record<string, unknown>): string | undefined {
  if (passphrase === undefined || passphrase === '') return undefined;
  if (typeof passphrase !== 'string' || passphrase.length > mostPassphrase)
    throw new Refused(400, 'This is no pass phrase.');
  return passphrase;
}

/** True once it was called too often within a minute. */
function limiter(): () => boolean {
  let [count, since] = [0, 0];
  return () => {
    const now = performance.now();
    if (now - since > 60_000) [count, since] = [0, now];
    return ++count > mostWrong;
  };
}
