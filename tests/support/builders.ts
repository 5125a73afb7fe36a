/** Bodies that the API accepts, to be changed in the one point that a test is about. */
import type { KindName } from '#app/kinds.ts';
import type { ArticleInput } from '#features/articles/article.schema.ts';
import type { CommitteeInput } from '#features/committees/committee.schema.ts';
import type { SocietyEventInput } from '#features/events/event.schema.ts';
import type { MemberInput } from '#features/members/member.schema.ts';
import type { PageInput } from '#features/pages/page.schema.ts';

export function anArticle(change: Partial<ArticleInput> = {}): ArticleInput {
  return {
    title: 'Bats, farms and us',
    description: 'How a virus finds its way from a cave to a city.',
    content: '<p>It begins with a <strong>single</strong> flight.</p>',
    isPublished: false,
    ...change,
  };
}

export function anEvent(change: Partial<SocietyEventInput> = {}): SocietyEventInput {
  return {
    title: 'Evening lecture',
    eventDate: '2026-12-01T18:00:00',
    location: 'Lecture hall 2',
    description: 'An introduction for everyone.',
    ...change,
  };
}

export function aMember(change: Partial<MemberInput> = {}): MemberInput {
  return { name: 'A. Member', position: 'Treasurer', bio: 'Keeps the books.', ...change };
}

/** Without an address: it is made from the title. */
export function aPage(change: Partial<PageInput> = {}): PageInput {
  return {
    title: 'House rules',
    content: '<p>Be kind to animals and people.</p>',
    place: 'none',
    isPublished: true,
    ...change,
  };
}

export function aYear(change: Partial<CommitteeInput> = {}): CommitteeInput {
  const posts = [{ name: 'Ada Lovelace', position: 'President' }];
  return { label: '2024-25', from: '2024-09-01', to: '2025-08-31', posts, ...change };
}

type Sample = {
  /** With every field that has no default. */
  input: object;
  /** What its row has beside them. */
  columns?: object;
  /** Of a second save. */
  change: object;
  /** A word of the input that the second save leaves. */
  search: string;
  /** Instead of parts of the input: each is refused under its name. */
  refused: object[];
};

/** One item of every kind, for the tests that walk all kinds. */
export const samples: Record<KindName, Sample> = {
  articles: {
    input: anArticle({ isPublished: true }),
    change: { title: 'Bats' },
    search: 'bats',
    refused: [{ title: ' ' }, { description: '' }, { content: '<p></p>' }, { imageUrl: 'javascript:x' }],
  },
  events: {
    input: anEvent(),
    change: { title: 'Lecture' },
    search: 'lecture',
    refused: [
      { title: ' ' },
      { location: '' },
      { eventDate: '2026-02-30T18:00:00' },
      { endDate: '2026-12-01T17:00:00' },
      { address: 'x'.repeat(201) },
      { onlineUrl: 'http://meet.example' },
      { ticketUrl: 'javascript:x' },
      { description: 'x'.repeat(501) },
    ],
  },
  members: {
    input: aMember(),
    change: { name: 'Ada' },
    search: 'books',
    refused: [{ name: ' ' }, { position: '' }, { bio: 'x'.repeat(251) }, { sortOrder: -1 }],
  },
  pages: {
    input: aPage(),
    columns: { address: 'house-rules' },
    change: { title: 'Rules' },
    search: 'kind',
    refused: [
      { title: ' ' },
      { content: '<p></p>' },
      { place: 'top' },
      { position: -1 },
      { address: '' },
      { address: 'events' },
      { address: 'x'.repeat(300) },
      { address: '2024' },
      ...['A', 'a/b', 'a.b', 'a%2fb', '🦇', 'a--b', '-a', 'a b', '..'].map((address) => ({ address })),
    ],
  },
  committees: {
    input: aYear(),
    columns: { posts: JSON.stringify(aYear().posts) },
    change: { label: '2024-26' },
    search: 'lovelace',
    refused: [
      { label: ' ' },
      { label: 'admin' },
      { label: 'x'.repeat(31) },
      ...['a.b', '%2f', '🦇', '..', '-'].map((label) => ({ label })),
      { from: '2025-02-30' },
      { to: '2024-08-31' },
      { to: 'soon' },
      { posts: [{ name: ' ', position: 'President' }] },
      { posts: [{ name: 'Ada', position: '' }] },
      { posts: Array.from({ length: 201 }, () => ({ name: 'Ada', position: 'President' })) },
    ],
  },
};
