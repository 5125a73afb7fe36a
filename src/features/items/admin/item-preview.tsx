import type { ReactNode } from 'react';
import { previewUrlOf } from '#features/uploads/field/picture-preview-url.ts';
import { type FocalPoint, focalPointAttributes, formImageUrl } from '#shared/item-picture.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import styles from './item-preview.module.css';

type Props = {
  title: string;
  values: FocalPoint & { imageUrl: string | null; imageAlt?: string };
  /** The chosen picture that is not uploaded yet. */
  file: File | null;
  /** The picture where there is none. */
  fallback?: string;
  isBeside?: boolean;
  closeHref: string;
  onClose: () => void;
  children: ReactNode;
};

/** The typed values of a form as visitors would see them. */
export function ItemPreview({ values, file, fallback, isBeside = false, ...dialog }: Props) {
  const picture = previewUrlOf(file) ?? (values.imageUrl ? formImageUrl(values.imageUrl) : fallback);
  return (
    <Dialog
      {...dialog}
      picturePlace={isBeside ? 'beside' : 'above'}
      picture={
        picture && (
          <img className={styles.picture} src={picture} alt={values.imageAlt ?? ''} {...focalPointAttributes(values)} />
        )
      }
    />
  );
}
