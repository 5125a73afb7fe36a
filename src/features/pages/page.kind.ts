import { type Kind, pictureFields } from '#features/items/kind.ts';

export const pageKind = {
  name: 'pages',
  noun: 'page',
  label: 'Pages',
  titleField: 'title',
  adminPath: '/admin/pages',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'content', label: 'Content', as: 'html' },
    ...pictureFields,
    { name: 'place', label: 'Link to it' },
    { name: 'position', label: 'Order', summary: 'order' },
    // Restoring an old text moves no page, and never publishes or unpublishes one.
    { name: 'address', label: 'Address', isOutsideVersions: true },
    { name: 'isPublished', label: 'Published', isOutsideVersions: true },
  ],
  states: { published: 'Published', draft: 'Draft' },
  activity: {
    thing: 'the page “{}”',
    nameless: { 'the page “{}”': 'a page' },
    sentences: { create: 'wrote the page “{}”' },
  },
  texts: {
    empty: 'No pages yet.',
    notFound: 'Page not found',
    deleteQuestion: 'Are you sure you want to delete this page?',
    deleteFailed: { alert: 'Failed to delete page. Please try again.' },
    listFailed: 'Failed to load pages',
    readFailed: 'Failed to load page',
  },
} as const satisfies Kind;
