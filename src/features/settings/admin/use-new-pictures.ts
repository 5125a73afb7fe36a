import { useRef, useState } from 'react';
import { uploadFailure, uploadPicture } from '#features/uploads/uploads.client.ts';
import type { Api } from '#shared/api-client.ts';
import type { PicturePurpose } from '#shared/picture.ts';
import type { SettingsValues } from './settings-values.ts';

/** The default pictures, and the folder that each is uploaded to. */
const purposes = {
  defaultArticleImage: 'articles',
  defaultAvatarImage: 'members',
  defaultEventImage: 'events',
} as const satisfies Partial<Record<keyof SettingsValues, PicturePurpose>>;
export type PictureSetting = keyof typeof purposes;
type Files = Partial<Record<PictureSetting, File | null>>;

type NewPictures = {
  api: Api;
  onUploaded: (part: Partial<SettingsValues>) => void;
  onFailed: (message: string) => void;
};

/**
 * Uploads a chosen picture at once, so that a save is one call and a kept draft has the picture too. One that is never
 * saved is removed like every file that nothing refers to.
 */
export function useNewPictures({ api, onUploaded, onFailed }: NewPictures) {
  const [files, setFiles] = useState<Files>({});
  const [reading, setReading] = useState<Partial<Record<PictureSetting, boolean>>>({});
  const latest = useRef<Files>({});

  function put(key: PictureSetting, file: File | null) {
    latest.current = { ...latest.current, [key]: file };
    setFiles(latest.current);
  }

  async function choose(key: PictureSetting, file: File | null) {
    put(key, file);
    if (!file) return;
    // Taken back, or replaced, while it was on its way.
    const isOver = () => latest.current[key] !== file;
    try {
      const { imageUrl } = await uploadPicture(api, purposes[key], file);
      if (!isOver()) onUploaded({ [key]: imageUrl });
    } catch (error) {
      if (!isOver()) onFailed(uploadFailure(error));
    }
    if (!isOver()) put(key, null);
  }

  const onReading = (key: PictureSetting, isReading: boolean) => setReading((now) => ({ ...now, [key]: isReading }));
  const isBusy = [...Object.values(files), ...Object.values(reading)].some(Boolean);
  return { files, isBusy, choose, onReading };
}
