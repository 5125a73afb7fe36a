import { type Kind, pictureFields } from '#features/items/kind.ts';

export const memberKind = {
  name: 'members',
  noun: 'member',
  label: 'Committee Members',
  titleField: 'name',
  adminPath: '/admin/committee',
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'position', label: 'Position' },
    { name: 'bio', label: 'Bio' },
    ...pictureFields,
    { name: 'sortOrder', label: 'Order', summary: 'order' },
    { name: 'isActive', label: 'Published', summary: 'active' },
    { name: 'joinDate' },
  ],
  states: { shown: 'Published', hidden: 'Draft' },
  activity: {
    thing: 'the profile of {}',
    nameless: { '{}': 'someone' },
    sentences: {
      create: 'added {} to the committee',
      image: 'changed the picture of {}',
      order: 'reordered the committee, with {} first',
    },
  },
  texts: {
    empty: 'No committee members found.',
    notFound: 'Member not found',
    deleteQuestion: 'Are you sure you want to delete this member?',
    deleteFailed: { alert: 'Failed to delete member. Please try again.' },
    listFailed: 'Failed to load members',
    readFailed: 'Failed to load members',
  },
} as const satisfies Kind;
