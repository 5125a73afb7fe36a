import { createStore } from '#ui/create-store.ts';

/** The events that were asked for in this page. */
export const askedFor = createStore<readonly number[]>([]);
