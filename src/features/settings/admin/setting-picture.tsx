import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { pictureUrl } from '#shared/item-picture.ts';
import { defaultSettings } from '../settings.ts';
import type { Group } from './settings-panel.tsx';
import type { PictureSetting } from './use-picture-uploads.ts';

type Props = Group & { name: PictureSetting; label: string; original: 'original' | 'drawing' };

/** `original`: what the site shows without a picture of the society's own. */
export function SettingPicture({ form: { values, pictures, change }, name, label, original }: Props) {
  const { [name]: url } = values;
  const { [name]: file = null } = pictures.files;
  return (
    <>
      <PictureField
        label={label}
        currentUrl={url && url !== defaultSettings[name] ? pictureUrl(url) : null}
        file={file}
        onFile={(chosen) => void pictures.choose(name, chosen)}
        onLibrary={(picture) => {
          void pictures.choose(name, null);
          change({ [name]: picture.url });
        }}
        onBusy={(isReading) => pictures.onReading(name, isReading)}
        removeLabel={url === defaultSettings[name] ? null : `Use the ${original}`}
        onRemove={() => change({ [name]: defaultSettings[name] })}
        round={name === 'defaultAvatarImage'}
      />
      <UploadProgress file={file} />
    </>
  );
}
