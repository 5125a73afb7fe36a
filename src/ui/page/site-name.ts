import { createStore } from '../create-store.ts';

/** The short name of the society in the titles of administrators' screens. The settings set it once they are loaded. */
export const siteName = createStore('One Health');
