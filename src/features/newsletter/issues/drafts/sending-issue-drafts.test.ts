import { expect, test } from 'vitest';
import { issues, society } from '#tests/support/digests.ts';
import type { IssueDraft } from './issue-draft.schema.ts';

const today = 'What is new, November 21, 2026';

/** A digest of one article, and what one does with it. */
async function aDigest() {
  const site = await society('sqlite');
  await site.article('Bats');
  const { id, title } = await site.digest();
  const path = `${issues}/${id}`;
  const read = () => site.call<IssueDraft>('GET', `${path}/draft`);
  return {
    site,
    title,
    read,
    schedule: async (day: string) => {
      const { version } = await read();
      await site.call('PUT', `${path}/schedule`, { publishAt: `${day}T08:00:00`, version });
      const listed = await site.app.db.selectFrom('issues').select('subject').where('id', '=', id).execute();
      const { title } = await read();
      expect(listed).toEqual([{ subject: title }]);
      return title;
    },
    type: async (title: string) => {
      const { note, things, isArchived, version } = await read();
      await site.call('PUT', `${path}/draft`, { title, note, things, isArchived, version });
    },
    stop: () => site.call('DELETE', `${path}/schedule`),
    stopAsBefore: () => site.call('POST', `${path}/stop`),
    subject: async () => {
      await site.send(await read());
      return (await site.call<{ subject: string }>('GET', path)).subject;
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test('the title that the site suggests follows the day on which the digest goes out', async () => {
  await using digest = await aDigest();
  expect(digest.title).toBe(today);
  expect(await digest.schedule('2026-12-07')).toBe('What is new, December 7, 2026');
  expect(await digest.schedule('2026-11-30')).toBe('What is new, November 30, 2026');
  await digest.stop();
  expect((await digest.read()).title).toBe(today);
  await digest.schedule('2026-12-07');
  // A page of version 0.3.0.
  await digest.stopAsBefore();
  expect(await digest.read()).toMatchObject({ title: today, schedule: null });
  await digest.schedule('2026-12-07');
  expect(await digest.subject()).toBe(today);
});

test('a title that was typed stays, also one with a date', async () => {
  await using digest = await aDigest();
  for (const typed of ['Our winter', 'What is new, December 24, 2026']) {
    await digest.type(typed);
    expect(await digest.schedule('2026-12-07')).toBe(typed);
    await digest.stop();
    expect((await digest.read()).title).toBe(typed);
  }
  expect(await digest.subject()).toBe('What is new, December 24, 2026');
});
