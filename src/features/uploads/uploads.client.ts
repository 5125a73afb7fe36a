import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { isStorageRefusal } from '#shared/outage.ts';
import { maxPictureBytes, type PicturePurpose, pictureMessages, pictureTypes } from '#shared/picture.ts';
import { showUpload } from './use-upload.ts';
import { watch } from './watching-fetch.client.ts';

export type Uploaded = { imageUrl: string; path: string };

/** Why the file cannot be taken, or null (spec 5, E5). */
export function pictureProblem(file: File): string | null {
  if (!pictureTypes.includes(file.type)) return pictureMessages.notAPicture;
  return file.size > maxPictureBytes ? pictureMessages.tooLarge : null;
}

/**
 * While it is on its way, `useUpload(file)` tells how far it is.
 * @throws Error whose message is what an administrator should read: 'Upload failed: …'
 */
export async function uploadPicture(api: Api, purpose: PicturePurpose, file: File): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', file);
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const show = (sent: number) => showUpload(file, { sent, cancel });
  show(0);
  try {
    const uploaded = await api.call<Uploaded>('POST', `/uploads/${purpose}`, watch(form, show), stop.signal);
    if (!uploaded.imageUrl) throw new Error(pictureMessages.noPublicUrl);
    return uploaded;
  } catch (error) {
    const reason = stop.signal.aborted ? new Error('You cancelled it.') : error;
    throw new Error(withReason(reason), { cause: error });
  } finally {
    showUpload(file, null);
  }
}

/** What to say when the upload has failed, or the call that gives the picture to its item (spec 8). */
export function uploadFailure(error: unknown): string {
  const hasNoSentence = error instanceof ApiError && error.status >= 500 && !isStorageRefusal(error.code);
  return hasNoSentence ? 'Failed to upload image' : withReason(error);
}

/** 'Upload failed: …' with the error's own words, once. */
function withReason(error: unknown): string {
  const message = error instanceof Error ? error.message : 'Unknown upload error';
  return message.startsWith('Upload failed: ') ? message : `Upload failed: ${message}`;
}
