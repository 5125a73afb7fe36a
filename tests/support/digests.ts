/** A society for tests of digests: it writes, sends and looks who got what. */
import { expect } from 'vitest';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import type { DigestRule } from '#features/settings/settings.schema.ts';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { anArticle, anEvent } from './builders.ts';
import type { Engine } from './database.ts';
import { appWithSubscribers, collector, createMailWorker } from './newsletter.ts';

export const issues = '/newsletter/admin/issues';
export const [one, two] = ['r1@example.org', 'r2@example.org'] as const;

/** Two subscribers and a worker whose mails are collected; the clock begins on Saturday, November 21, 2026, at 12:00 in London. */
export async function society(engine: Engine) {
  const post = await appWithSubscribers(engine, 2, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const { app } = post;
  const token = await app.signIn();
  // The article that it comes with is an old one.
  await app.db.updateTable('articles').set({ publishedAt: '2026-01-01T00:00:00.000Z' }).execute();
  const { mails, mailer } = collector();
  const toAdministrators: Mail[] = [];
  const worker = createMailWorker({ ...app.context, mailer });
  /** Long after it was signed in. */
  const stayIn = () => {
    const used = { lastUsedAt: app.clock.now().toISOString(), expiresAt: '2099-01-01T00:00:00.000Z' };
    return app.db.updateTable('sessions').set(used).execute();
  };
  const call = async <T>(method: string, path: string, body?: unknown) => {
    await stayIn();
    const answer = await app.json<T>(method, path, body, token);
    expect(`${answer.status} ${JSON.stringify(answer.body)}`).toMatch(/^2/);
    return answer.body;
  };
  const answer = (method: string, path: string, body?: unknown) => app.json(method, path, body, token);
  const status = async (...asked: Parameters<typeof answer>) => (await answer(...asked)).status;
  return {
    app,
    call,
    answer,
    status,
    toAdministrators,
    article: async (title: string) => {
      app.clock.advance(1000);
      return call<{ id: number }>('POST', '/articles/admin', anArticle({ title, isPublished: true }));
    },
    event: (title: string, day: number) =>
      call<{ id: number }>('POST', '/events/admin', anEvent({ title, eventDate: `2026-12-0${day}T18:00:00` })),
    wish: (email: string, wish: 'each' | 'digest' | 'none') =>
      app.db.updateTable('subscribers').set({ wish }).where('email', '=', email).execute(),
    digest: () => call<IssueDraft>('POST', issues, { kind: 'digest' }),
    send: ({ id, version }: IssueDraft) => call('POST', `${issues}/${id}/send`, { version }),
    /** Who got what since the last look: the titles in each mail. */
    deliver: async (titles: string[]) => {
      await worker.sendDue();
      await worker.finishIssues();
      const got = mails
        .filter(({ to }) => to.startsWith('r'))
        .map(({ to, text, html }: Mail) => {
          const inText = titles.filter((title) => text.includes(title));
          expect(titles.filter((title) => html?.includes(title))).toEqual(inText);
          expect(`${text}${html}`).not.toMatch(/<!--\/?(article|event)-/);
          // What is left out leaves no gap.
          expect(text).not.toMatch(/\n{4}/);
          return [to, ...inText].join(' ');
        });
      toAdministrators.push(...mails.splice(0).filter(({ to }) => to.startsWith('editor')));
      return got.sort();
    },
    follow: (rule: Partial<DigestRule>) =>
      call('PUT', '/settings/admin', { digests: { every: 'week', weekday: 1, hour: 8, fewest: 2, ...rule } }),
    [Symbol.asyncDispose]: () => post[Symbol.asyncDispose](),
  };
}
