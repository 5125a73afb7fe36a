import { createStore } from '#ui/create-store.ts';

/** The events that were asked for in this page. */
export const askedFor = createStore<readonly number[]>([]);

/** The events whose places are all taken, as far as this page has asked. */
export const fullEvents = createStore<readonly number[]>([]);
