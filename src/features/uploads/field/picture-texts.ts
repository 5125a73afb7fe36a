import type { PictureState } from './picture-queue.ts';

/** What keeps a picture from reaching the site, or null while nothing does. */
export function stuckText(state: PictureState): string | null {
  if (state.is === 'offline') return 'Waiting for the connection';
  if (state.is === 'signed out') return 'Waiting for you to sign in';
  return state.is === 'failed' ? `Could not be uploaded: ${state.reason}` : null;
}
