import { useRef, useState } from 'react';
import { forgetPicture, uploadNow } from '#features/uploads/field/picture-upload-queue.ts';
import { uploadFailureSentence } from '#features/uploads/uploads.client.ts';
import { useApi } from '#ui/api-context.ts';
import type { SiteSettings } from '../settings.ts';

/** The settings that are pictures, and the upload purpose of each. */
const purposes = {
  defaultArticleImage: 'articles',
  defaultAvatarImage: 'members',
  defaultEventImage: 'events',
  homePicture: 'articles',
} as const satisfies Partial<Record<keyof SiteSettings, string>>;
export type PictureSetting = keyof typeof purposes;

type NewPictures = {
  onUploaded: (part: Partial<SiteSettings>) => void;
  onFailed: (message: string | null) => void;
};

/** Uploads a chosen picture at once, so that a save is one call. */
export function usePictureUploads({ onUploaded, onFailed }: NewPictures) {
  const api = useApi();
  const [files, setFiles] = useState<Partial<Record<PictureSetting, File | null>>>({});
  const [reading, setReading] = useState<Partial<Record<PictureSetting | 'logo', boolean>>>({});
  const latest = useRef(files);

  function put(key: PictureSetting, file: File | null) {
    const { [key]: before } = latest.current;
    if (before) forgetPicture(before);
    latest.current = { ...latest.current, [key]: file };
    setFiles(latest.current);
  }

  async function choose(key: PictureSetting, file: File | null) {
    put(key, file);
    onFailed(null);
    if (!file) return;
    const upload = uploadNow({ api, purpose: purposes[key], file });
    const outcome = await upload.then(
      (url) => ({ url }),
      (error: unknown) => ({ error }),
    );
    // Another one was chosen in the meantime.
    if (latest.current[key] !== file) return;
    put(key, null);
    if ('url' in outcome) onUploaded({ [key]: outcome.url });
    else onFailed(uploadFailureSentence(outcome.error));
  }

  const onReading = (key: PictureSetting | 'logo', isReading: boolean) =>
    setReading((now) => ({ ...now, [key]: isReading }));
  const isBusy = [...Object.values(files), ...Object.values(reading)].some(Boolean);
  return { files, isBusy, choose, onReading };
}
