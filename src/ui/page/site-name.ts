import { createStore } from '../create-store.ts';

const named = import.meta.env.SSR ? null : document.querySelector('meta[name="society"]');

/** The society's short name in the administrator area: first from the page itself, then as the settings are saved. */
export const siteName = createStore(named?.getAttribute('content') ?? 'One Health');
