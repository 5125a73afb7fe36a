import { createContext, use, useEffect, useRef, useState } from 'react';
import {
  focalPointAttributes,
  type ItemPicture,
  type PictureInfo,
  pictureUrl,
  shownImageUrl,
} from '#shared/item-picture.ts';
import styles from './picture.module.css';

type PictureProps = {
  /** The palette's colours by `id`, or by the stand-in's text, make the default pictures of two items differ. */
  picture: ItemPicture & { id: number };
  /** The default picture for a missing or failing one. */
  fallback: string;
  /** A short text drawn over the site's default picture. */
  standIn?: string | undefined;
  /** Empty where the words are beside it. */
  alt?: string;
  shape?: 'wide' | 'portrait' | 'banner' | 'square';
  /** The `sizes` of the image: how wide it is drawn. */
  sizes: string;
  /** Beside a row's words, at most 80 px wide. */
  isSmall?: boolean;
  /** For the pictures of the first screen. */
  isEager?: boolean | 'first';
};

/** Behind an open dialog: nothing is fetched for pictures there. Without scripts they are shown. */
export const PicturesWait = createContext(false);

export function Picture({
  picture,
  fallback,
  standIn,
  alt = '',
  shape = 'wide',
  sizes,
  isSmall = false,
  isEager = false,
}: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const waits = use(PicturesWait);
  const image = useRef<HTMLImageElement>(null);
  const { image: info } = picture;
  const url = shownImageUrl(picture);
  const wanted = url ? pictureUrl(url) : pictureUrl(fallback);
  const isFallback = failedUrl === wanted || !url;
  const shown = failedUrl === wanted ? pictureUrl(fallback) : wanted;

  // The picture may have failed before React was listening.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) setFailedUrl(wanted);
  }, [wanted]);

  const files = (
    <picture>
      {!isFallback && info && sources(info, sizes, isSmall)}
      <img
        ref={image}
        className={styles.image}
        {...(!isFallback && focalPointAttributes(picture))}
        src={shown}
        alt={alt}
        width={info && !isFallback ? info.width : 960}
        height={info && !isFallback ? info.height : 600}
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        fetchPriority={isEager === 'first' ? 'high' : undefined}
        onError={() => setFailedUrl(wanted)}
      />
    </picture>
  );

  return (
    <span className={`${styles.frame} ${styles[shape]}`}>
      {info && !isFallback && (
        // No style attribute, which the content security policy would refuse.
        <svg className={styles.color} color={info.color} aria-hidden="true" />
      )}
      {waits ? <noscript>{files}</noscript> : files}
      {isFallback && shown.startsWith('/defaults/') && (
        // In attributes: neither search nor a selection on the page meets the words twice.
        <span
          className={styles.standIn}
          data-tone={standIn ? toneOf(standIn) : picture.id % 6}
          data-text={standIn}
          aria-hidden="true"
        />
      )}
    </span>
  );
}

/** A person has one colour everywhere, also on pages that do not know their id. */
function toneOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % 997;
  return sum % 6;
}

/** AVIF in the widths that such a picture may need; the few browsers without it get one WebP, or a small picture itself: a second list of files would double the markup for everyone. */
function sources({ variants, width: own }: PictureInfo, sizes: string, isSmall: boolean) {
  const all = variants.filter(({ type }) => type === 'image/avif');
  const fitting = all.filter(({ width }) => (isSmall ? width < 500 : width > 300));
  const files = fitting.length > 0 ? fitting : all;
  const srcSet = files.map(({ url, width }) => `${pictureUrl(url)} ${width}w`).join(', ');
  const webps = variants.filter(({ type, width }) => type === 'image/webp' && width <= 960 && own > 960);
  const webp = webps.sort((one, other) => other.width - one.width)[0];
  return (
    <>
      {files.length > 0 && <source type="image/avif" srcSet={srcSet} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={pictureUrl(webp.url)} />}
    </>
  );
}
