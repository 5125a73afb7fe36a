import { type Kind, pictureFields } from '#features/items/kind.ts';
import { fieldsOfTexts, type OptionalTexts } from '#features/items/optional-texts.ts';
import { pluralise } from '#shared/text.ts';
import { eventMessages } from './event.ts';

export const eventTexts = {
  address: { label: 'Address', limit: 200, hint: 'Street and town, below the location.' },
  onlineUrl: {
    label: 'Link to join online',
    limit: 2000,
    hint: "Visitors see the button 'Join online' until the event is over.",
    isLink: true,
  },
  ticketUrl: {
    label: 'Link to tickets',
    limit: 2000,
    hint: "Visitors see the button 'Tickets' until the event is over.",
    isLink: true,
  },
} as const satisfies OptionalTexts;

export const eventKind = {
  name: 'events',
  noun: 'event',
  label: 'Events',
  titleField: 'title',
  adminPath: '/admin/events',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'eventDate', label: 'Date and time', summary: 'date', as: 'wall time' },
    { name: 'endDate', label: 'End', summary: 'end', as: 'wall time' },
    { name: 'isAllDay', label: 'All day', summary: 'all day' },
    { name: 'location', label: 'Location' },
    ...fieldsOfTexts(eventTexts),
    { name: 'description', label: 'Description' },
    ...pictureFields,
    { name: 'hasSignup', label: 'Sign-up', summary: 'sign-up' },
    { name: 'signupOpensAt', label: 'Sign-up opens', summary: 'sign-up', as: 'instant' },
    { name: 'signupClosesAt', label: 'Sign-up closes', summary: 'sign-up', as: 'instant' },
    { name: 'capacity', label: 'Places', summary: 'places' },
    { name: 'maxPlaces', label: 'Places each', summary: 'places' },
    { name: 'questions', label: 'Questions', summary: 'questions', as: 'lines' },
    // Shown in the history. Restoring a version leaves both as they are.
    { name: 'cancelledAt', label: 'Cancelled', summary: 'cancellation', as: 'instant' },
    { name: 'cancellationNote', label: 'Note on the cancellation', summary: 'cancellation' },
  ],
  states: { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' },
  activity: {
    thing: 'the event “{}”',
    nameless: { 'the event “{}”': 'an event' },
    sentences: {
      create: 'added the event “{}”',
      update: 'changed the event “{}”',
      cancel: 'cancelled the event “{}”',
      uncancel: 'reinstated the event “{}”',
      repeat: ({ count }) => `repeated the event “{}” on ${pluralise(Number(count), 'more date')}`,
    },
  },
  texts: {
    empty: 'No events available.',
    notFound: 'Event not found',
    deleteQuestion: 'Delete this event?',
    deleteFailed: { alert: 'Failed to delete event.' },
    listFailed: eventMessages.listFailed,
    readFailed: eventMessages.loadFailed,
  },
} as const satisfies Kind;
