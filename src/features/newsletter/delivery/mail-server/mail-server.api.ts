import { createRoute } from '@hono/zod-openapi';
import { listPending } from '#features/newsletter/subscribers/suppressions.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { answer, createApiApp, refusals } from '#platform/http/api.ts';
import { countHeld, readFirstHeld } from './issue-holds.server.ts';
import { MailServerStatus } from './mail-server.schema.ts';
import { waitingSentence } from './mail-trouble.ts';

const status = createRoute({
  method: 'get',
  path: '/mail-server',
  summary: 'Read the state of the mail server',
  tags: ['Newsletter'],
  responses: {
    200: answer(MailServerStatus, 'Whether mails wait for the mail server, and why, and what waits for a decision'),
    ...refusals,
  },
});

/** For administrators. */
export function mailServerApi({ db, config }: AppContext) {
  return createApiApp().openapi(status, async (c) => {
    const trouble = await readFirstHeld(db);
    const pending = (await listPending(db)).length;
    if (!trouble) return c.json({ waiting: null, pending }, 200);
    const { timeZone } = await getSettings(db, config);
    const waiting = { since: trouble.since, sentence: waitingSentence(trouble, timeZone), mails: await countHeld(db) };
    return c.json({ waiting, pending }, 200);
  });
}
