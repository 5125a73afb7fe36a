import { useState } from 'react';
import { createPortal } from 'react-dom';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/forms/fields.tsx';
import { articleLimits } from '../article.ts';
import type { PictureDetails, ShownPicture } from './picture-details.ts';

type Props = { picture: ShownPicture; onSave: (details: PictureDetails) => void; onClose: () => void };

const widths = [
  ['text', 'Medium'],
  ['wide', 'Wide'],
] as const;

/** Alt text, caption and width of a picture in the text. Outside the article's form: forms cannot nest. */
export function PictureDialog({ picture, onSave, onClose }: Props) {
  const [alt, setAlt] = useState(picture.alt ?? '');
  const [isDecorative, setIsDecorative] = useState(picture.alt === '');
  const [caption, setCaption] = useState(picture.caption);
  const [width, setWidth] = useState(picture.isWide ? 'wide' : 'text');

  function save() {
    const said = alt.replace(/\s+/g, ' ').trim();
    const words = caption.replace(/\s+/g, ' ').trim();
    onSave({ alt: isDecorative ? '' : said || null, caption: words, isWide: width === 'wide' });
  }

  return createPortal(
    <FormDialog title="Picture details" action="Done" isBusy={false} onSubmit={save} onCancel={onClose}>
      <div className="picture-dialog">
        {picture.src && <img src={picture.src} alt="" />}
        {!isDecorative && (
          <TextField
            label="Alt text"
            hint="What the picture shows, for people who cannot see it."
            limit={articleLimits.imageAlt}
            value={alt}
            onChange={setAlt}
          />
        )}
        <CheckboxField
          label="Decorative: it adds nothing to the text"
          checked={isDecorative}
          onChange={setIsDecorative}
        />
        <TextArea
          label="Caption"
          hint="Shown below the picture."
          rows={2}
          value={caption}
          onChange={setCaption}
          limit={300}
        />
        <SelectField label="Width" value={width} options={widths} onChange={setWidth} />
      </div>
    </FormDialog>,
    document.body,
  );
}
