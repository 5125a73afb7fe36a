/** Bodies that the API accepts, to be changed in the one point that a test is about. */
import type { ArticleInput } from '#features/articles/article.schema.ts';
import type { SocietyEventInput } from '#features/events/event.schema.ts';
import type { MemberInput } from '#features/members/member.schema.ts';

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
    description: 'An introduction for everybody.',
    ...change,
  };
}

export function aMember(change: Partial<MemberInput> = {}): MemberInput {
  return { name: 'A. Member', position: 'Treasurer', bio: 'Keeps the books.', ...change };
}
