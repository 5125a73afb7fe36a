import { focalPointFields, type Kind } from '#features/items/kind.ts';
import { eventMessages } from './event.ts';

export const eventKind = {
  name: 'events',
  noun: 'event',
  label: 'Events',
  titleField: 'title',
  adminPath: '/admin/events',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'eventDate', label: 'Date and time', summary: 'date', as: 'wall time' },
    { name: 'location', label: 'Location' },
    { name: 'description', label: 'Description' },
    { name: 'imageUrl', label: 'Image', summary: 'picture', as: 'picture' },
    ...focalPointFields,
  ],
  activity: {
    thing: 'the event “{}”',
    nameless: { 'the event “{}”': 'an event' },
    sentences: { create: 'announced the event “{}”' },
  },
  texts: {
    notFound: 'Event not found',
    deleteQuestion: 'Delete this event?',
    deleted: 'Event deleted successfully',
    deleteFailed: { alert: 'Failed to delete event.' },
    listFailed: eventMessages.listFailed,
    readFailed: eventMessages.loadFailed,
  },
} as const satisfies Kind;
