import { type Kind, pictureFields } from '#features/items/kind.ts';

/** Revisions contain no people, so that erased people stay erased. */
export const committeeKind = {
  name: 'committees',
  noun: 'year',
  label: 'Past Committees',
  titleField: 'label',
  adminPath: '/admin/committees',
  fields: [
    { name: 'label', label: 'Year' },
    { name: 'from', label: 'First day' },
    { name: 'to', label: 'Last day' },
    { name: 'posts', label: 'People', isOutsideVersions: true },
    ...pictureFields,
  ],
  states: { recent: 'Of the last three years', older: 'Older' },
  activity: {
    thing: 'the committee of {}',
    nameless: { 'the committee of {}': 'a past committee' },
    sentences: {
      create: 'added {thing}',
      close: 'closed the year with {thing}',
      undo: 'undid the closing of the year with {thing}',
      forget: 'removed someone from {thing}',
    },
  },
  texts: {
    empty: 'No past committees yet.',
    notFound: 'Year not found',
    deleteQuestion: 'Are you sure you want to delete this year?',
    deleteFailed: { alert: 'Failed to delete year. Please try again.' },
    listFailed: 'Failed to load past committees',
    readFailed: 'Failed to load year',
  },
} as const satisfies Kind;
