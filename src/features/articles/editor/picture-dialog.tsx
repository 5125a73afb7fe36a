import { useState } from 'react';
import { createPortal } from 'react-dom';
import { LibraryDialog } from '#features/uploads/library/library-dialog.tsx';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { pictureUrl } from '#shared/picture.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckField, SelectField, TextArea, TextField } from '#ui/forms/field.tsx';
import { articleLimits } from '../article.ts';
import type { PictureDetails, ShownPicture } from './picture-details.ts';

type Props = { picture: ShownPicture; onSave: (details: PictureDetails) => void; onClose: () => void };

const widths = [
  ['text', 'As wide as the text'],
  ['wide', 'Wide'],
] as const;

/** What a picture of the text shows, what stands below it and how wide it is. Outside of the article's form: forms cannot nest. */
export function PictureDialog({ picture, onSave, onClose }: Props) {
  const [alt, setAlt] = useState(picture.alt ?? '');
  const [isDecorative, setIsDecorative] = useState(picture.alt === '');
  const [caption, setCaption] = useState(picture.caption);
  const [other, setOther] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [width, setWidth] = useState(picture.isWide ? 'wide' : 'text');

  function save() {
    const said = alt.replace(/\s+/g, ' ').trim();
    const words = caption.replace(/\s+/g, ' ').trim();
    onSave({ alt: isDecorative ? '' : said || null, caption: words, isWide: width === 'wide', other });
  }

  /** Its own text is proposed where no one has written one here. */
  function take({ url, alt: known }: LibraryPicture) {
    setIsChoosing(false);
    setOther(url);
    if (!alt && known) setAlt(known);
  }

  const src = other === null ? picture.src : pictureUrl(other);
  return createPortal(
    <FormDialog title="Picture details" action="Done" isBusy={false} onSubmit={save} onCancel={onClose}>
      <div className="picture-dialog">
        {src && <img src={src} alt="" />}
        <Button size="small" variant="quiet" onClick={() => setIsChoosing(true)}>
          Choose from library
        </Button>
        {isChoosing && <LibraryDialog onChoose={take} onClose={() => setIsChoosing(false)} />}
        {!isDecorative && (
          <TextField
            label="Alt text"
            hint="What the picture shows, for people who cannot see it."
            limit={articleLimits.imageAlt}
            value={alt}
            onChange={setAlt}
          />
        )}
        <CheckField label="Decorative: it adds nothing to the text" checked={isDecorative} onChange={setIsDecorative} />
        <TextArea
          label="Caption"
          hint="Stands below the picture."
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
