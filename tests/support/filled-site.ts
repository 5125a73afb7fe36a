/** Something in every table, with the texts that are easily spoilt on the way from one database to another. */
import { kinds } from '#app/kinds.ts';
import { asItemTables } from '#features/items/items.server.ts';
import type { Db } from '#platform/db/db.ts';
import { samples } from './builders.ts';

const at = '2026-11-21T05:00:00.120Z';
const later = '2026-12-01T00:00:00.000Z';
export const oddTexts = ['', 'NULL', '{"a",b}', 'C:\\new\\"quoted"', "O'Hara\nand a line", 'Ωmega 🦇 عربي', '  '];

/** `subscribers` are more than one batch of a move. The highest numbers are given and undone. */
export async function fillEverything(db: Db, subscribers = 1100): Promise<void> {
  const administratorId = await fillAccounts(db);
  await fillContent(db, administratorId);
  await fillNewsletter(db, subscribers);
  await fillGuests(db);
  const revision = {
    kind: 'articles' as const,
    entityId: 1,
    at,
    administratorId,
    summary: 'Title',
    data: '{"a":"\\n"}',
  };
  await db
    .insertInto('revisions')
    .values({ ...revision, version: 1 })
    .execute();
  await db
    .insertInto('revisions')
    .values({ ...revision, version: 2, data: JSON.stringify({ content: '<p>Ωmega 🦇</p>' }) })
    .execute();
  const key = crypto.randomUUID();
  await db
    .insertInto('idempotencyKeys')
    .values({ administratorId, kind: 'events', key, entityId: 1, createdAt: at })
    .execute();
  await db
    .insertInto('throttles')
    .values({ key: 'address:ß', failures: 3, lastFailureAt: at, blockedUntil: null })
    .execute();
  await db
    .insertInto('throttles')
    .values({ key: 'address:a', failures: 0, lastFailureAt: at, blockedUntil: later })
    .execute();
  await db
    .insertInto('throttles')
    .values({ key: 'address:Z', failures: 0, lastFailureAt: at, blockedUntil: later })
    .execute();
  for (const [entityId, title] of oddTexts.entries())
    await db
      .insertInto('drafts')
      .values({
        administratorId,
        form: `articles-${entityId}`,
        at,
        version: 1,
        data: JSON.stringify({ values: { title } }),
      })
      .execute();
  const plan = { articleId: 1, publishAt: '2026-12-01T08:00:00', dueAt: later, state: 'scheduled' as const };
  await db
    .insertInto('scheduledPublications')
    .values({ ...plan, hasNewsletter: true, administratorId, createdAt: at, toldAt: at })
    .execute();
  await db.insertInto('settings').values({ key: 'societyName', value: '"Ωmega"', updatedAt: at }).execute();
  await db
    .insertInto('imports')
    .values({ fileName: 'Ωmega.xml', file: null, parts: 1, site: '', state: 'done', administratorId, at, made: '[]' })
    .execute();
  await db.insertInto('redirects').values({ path: '/ωmega', kind: 'articles', entityId: 1 }).execute();
  await db.insertInto('erasingClock').values({ id: 1, seenAt: at, waitsUntil: at }).execute();
  await db.insertInto('healthAlerts').values({ name: 'disk', title: 'Disk', beganAt: at, toldAt: null }).execute();
  await db.insertInto('secrets').values({ name: 'links', value: 'not for others', createdAt: at }).execute();
  await db
    .insertInto('audit')
    .values({ at, administratorId, action: 'links.rotate', entityId: null, detail: '{}' })
    .execute();
}

async function fillGuests(db: Db): Promise<void> {
  const guest = { eventId: 1, places: 2, askedAt: at, createdAt: at, confirmedAt: at };
  const person = { name: 'Ωmega 🦇', email: 'Guest@example.org', emailKey: 'guest@example.org' };
  const answers = JSON.stringify([{ question: 'Why?', answer: 'C:\\new' }]);
  await db
    .insertInto('registrations')
    .values({ ...guest, ...person, answers, state: 'confirmed', presentAt: at, toldAt: at, sequence: 3 })
    .execute();
  const erased = { name: null, email: null, emailKey: null, answers: null };
  await db
    .insertInto('registrations')
    .values({ ...guest, ...erased, state: 'cancelled', cancelledBy: 'organiser' })
    .execute();
  await db
    .insertInto('mails')
    .values({
      kind: 'registration-place',
      registrationId: 1,
      content: '{}',
      state: 'sent',
      nextAttemptAt: at,
      createdAt: at,
    })
    .execute();
}

async function fillAccounts(db: Db): Promise<number> {
  const person = { passwordHash: 'hash', createdAt: at, lastSeenAt: null };
  const add = (username: string, isActive: boolean) =>
    db
      .insertInto('administrators')
      .values({
        ...person,
        username,
        usernameKey: username,
        email: `${username}@s.example`,
        emailKey: username,
        isActive,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id } = await add('editor', true);
  await add('former', false);
  const session = { administratorId: id, createdAt: at, lastUsedAt: at, expiresAt: later };
  await db
    .insertInto('sessions')
    .values({ ...session, tokenHash: 'a'.repeat(64), revokedAt: null })
    .execute();
  const link = { createdAt: at, expiresAt: later, endedAt: null, username: null };
  const reset = { purpose: 'reset' as const, email: null, emailKey: null, administratorId: id, createdBy: null };
  await db
    .insertInto('accountLinks')
    .values({ ...link, ...reset, tokenHash: 'b'.repeat(64) })
    .execute();
  await fillFactors(db, id);
  return id;
}

async function fillFactors(db: Db, administratorId: number): Promise<void> {
  const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await db
    .updateTable('administrators')
    .set({ totpSecret, totpLastStep: 59_842_090, totpCreatedAt: at })
    .where('id', '=', administratorId)
    .execute();
  for (const [codeHash, usedAt] of [
    ['d'.repeat(64), null],
    ['e'.repeat(64), at],
  ] as const)
    await db.insertInto('recoveryCodes').values({ codeHash, administratorId, createdAt: at, usedAt }).execute();
  const passkey = { credentialId: 'Zm9v', publicKey: 'YmFy', counter: 4_294_967_295, transports: '["usb"]' };
  await db
    .insertInto('passkeys')
    .values({ ...passkey, administratorId, name: 'Ωmega 🦇', domain: 's.example', createdAt: at, lastUsedAt: at })
    .execute();
}

async function fillContent(db: Db, by: number): Promise<void> {
  const stamps = { createdAt: at, updatedAt: at, updatedBy: by, deletedAt: null };
  const article = { description: 'What it is', isPublished: true, isFeatured: false, publishedAt: at, ...stamps };
  const articles = [...oddTexts, 'x'.repeat(600_000), 'y'.repeat(600_000)].map((content) => ({
    ...article,
    ...{
      title: '🦇'.repeat(100),
      content,
      contentText: content,
      excerpt: null,
      imageUrl: null,
      imageAlt: content.slice(0, 9),
    },
  }));
  for (const row of articles) await db.insertInto('articles').values(row).execute();
  const draft = {
    ...article,
    title: 'Gone',
    content: '',
    contentText: '',
    imageAlt: '',
    excerpt: '',
    imageUrl: '/uploads/x',
  };
  const gone = await db
    .insertInto('articles')
    .values({ ...draft, isPublished: false, isFeatured: true, publishedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('articles').where('id', '=', gone.id).execute();
  const member = { name: 'Ada', position: 'Chair', bio: '', imageUrl: null, isActive: true, joinDate: at, ...stamps };
  await db
    .insertInto('members')
    .values({ ...member, sortOrder: null })
    .execute();
  await db
    .insertInto('members')
    .values({ ...member, sortOrder: 0, isActive: false, deletedAt: at, deletedBy: by })
    .execute();
  const event = { title: 'Talk', location: 'Hall', description: 'ß', imageUrl: null, ...stamps };
  await db
    .insertInto('events')
    .values({ ...event, eventDate: '2026-12-01T18:00:00', startsAt: later })
    .execute();
  for (const { name } of kinds.filter((kind) => !['articles', 'events', 'members'].includes(kind.name)))
    await asItemTables(db)
      .insertInto(name as string)
      .values({ imageUrl: null, ...samples[name].input, ...samples[name].columns, ...stamps })
      .execute();
  const picture = {
    purpose: 'articles',
    width: 1,
    height: 1,
    color: '#0a0b0c',
    bytes: 1,
    variants: '[]',
    createdAt: at,
  };
  await db
    .insertInto('uploads')
    .values({ ...picture, url: '/uploads/articles/1.jpg', administratorId: by })
    .execute();
  await db
    .insertInto('pictureCopies')
    .values({
      address: 'https://elsewhere.example/1.jpg',
      url: '/uploads/articles/1.jpg',
      attempts: 1,
      nextAttemptAt: null,
    })
    .execute();
}

async function fillNewsletter(db: Db, subscribers: number): Promise<void> {
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: null };
  const emails = Array.from({ length: subscribers }, (_, n) => `Reader.${n}@example.org`);
  for (let from = 0; from < subscribers; from += 1000)
    await db
      .insertInto('subscribers')
      .values(
        emails
          .slice(from, from + 1000)
          .map((email) => ({ email, emailKey: email.toLowerCase(), state: 'confirmed' as const, ...dates })),
      )
      .execute();
  const token = { subscriberId: 1, createdAt: at, expiresAt: later, usedAt: null };
  await db
    .insertInto('confirmations')
    .values({ ...token, tokenHash: 'd'.repeat(64) })
    .execute();
  const issue = { articleId: 1, subject: 'S', html: '<p>', text: '', createdAt: at, updatedAt: at, pauseReason: null };
  await db
    .insertInto('issues')
    .values({ ...issue, state: 'done' })
    .execute();
  const mail = { subscriberId: 1, leaseOwner: null, leaseUntil: null, nextAttemptAt: at, createdAt: at, sentAt: at };
  const answer = { smtpCode: 250, smtpAnswer: oddTexts.join('|') };
  const ends = { kind: 'newsletter', issueId: 1, articleId: 1, state: 'sent' as const, reported: 'bounced' as const };
  await db
    .insertInto('mails')
    .values({ ...mail, ...answer, ...ends, messageId: '<1@x>' })
    .execute();
  const waiting = { state: 'queued' as const, nextAttemptAt: at, createdAt: at };
  await db
    .insertInto('mails')
    .values({ ...waiting, kind: 'confirm', subscriberId: 1, content: '{}', messageId: '<2@x>' })
    .execute();
  const notice = { kind: 'account-notice', recipient: 'anna@x.example', dedupeKey: 'notice:1' };
  await db
    .insertInto('mails')
    .values({ ...waiting, ...notice, content: JSON.stringify({ subject: 'S', paragraphs: oddTexts }) })
    .execute();
  const bounce = { subscriberId: 2, at, kind: 'soft' as const, source: 'smtp' as const, messageId: null, answer: '' };
  await db.insertInto('bounces').values(bounce).execute();
  await db.insertInto('erasedDeliveries').values({ issueId: 1, state: 'sent', count: 2 }).execute();
  await db
    .updateTable('subscribers')
    .set({ doubtedAt: at, doubtedBecause: 'No such mailbox' })
    .where('id', '=', 1)
    .execute();
  await db
    .insertInto('rememberedAddresses')
    .values([
      { reason: 'welcomed', addressHash: 'w'.repeat(43) },
      { reason: 'erased', addressHash: 'h'.repeat(43) },
    ])
    .execute();
  await db
    .insertInto('backupRuns')
    .values({
      kind: 'backup',
      reason: 'nightly',
      state: 'done',
      at,
      endedAt: later,
      articles: 10,
      pictures: 1,
      bytes: 9,
    })
    .execute();
}
