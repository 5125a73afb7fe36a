/** An event opens over the list of events: the browser fetches the code of both as one file. */
export { eventsRoute } from '#features/events/pages/events.route.tsx';
export { eventRoute } from './event.route.tsx';
