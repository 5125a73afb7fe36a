import { ItemPreview } from '#features/items/admin/item-preview.tsx';
import { formImageUrl } from '#shared/item-picture.ts';
import { PersonRow } from '#ui/lists/person-row.tsx';
import { committeeMessages, normaliseYearLabel, spanOfYear } from '../committee.ts';
import { type CommitteeValues, isEntered, noPicture } from './committee-values.ts';

type Props = {
  values: CommitteeValues;
  file: File | null;
  /** Nothing but names and positions is kept. */
  isForgotten: boolean;
  fallback: string;
  onClose: () => void;
};

/** The typed year as its page would show it. */
export function CommitteePreview({ values, file, isForgotten, fallback, onClose }: Props) {
  const people = values.posts.filter(isEntered);
  const label = normaliseYearLabel(values.label);
  return (
    <ItemPreview
      title={label ? `Committee ${label}` : 'No year yet'}
      values={isForgotten ? noPicture : values}
      file={isForgotten ? null : file}
      closeHref="/admin/committees"
      onClose={onClose}
    >
      <p className="muted">{values.from && values.to ? spanOfYear(values) : 'No days yet.'}</p>
      {people.length === 0 && <p>{committeeMessages.noPosts}</p>}
      <ul className="row full">
        {people.map(({ imageUrl, ...person }, at) => {
          const shown = isForgotten ? noPicture : { imageUrl: imageUrl && formImageUrl(imageUrl) };
          return (
            <li key={at} className="row line full">
              <PersonRow person={{ ...person, ...shown, image: null }} id={at} fallback={fallback} />
            </li>
          );
        })}
      </ul>
    </ItemPreview>
  );
}
