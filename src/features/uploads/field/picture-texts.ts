import type { PictureState } from './picture-queue.ts';

/** Why a picture is not uploaded, or null while it may be. */
export function stuckText(state: PictureState): string | null {
  if (state.is === 'offline') return 'Waiting for the connection';
  if (state.is === 'signed out') return 'Waiting for you to sign in';
  return state.is === 'failed' ? `Could not be uploaded: ${state.reason}` : null;
}
