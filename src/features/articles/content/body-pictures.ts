/** Pictures of a body: load lazily, in the size that is needed, with their space reserved. */
import type { HtmlElement } from '#shared/html-tree.ts';
import { type PictureInfo, pictureUrl } from '#shared/picture.ts';

/** The width of an article's column and of a wide picture, in pixels; as in article.module.css and article-body.module.css. */
const columnWidth = 640;
const wideWidth = 960;

/** Pictures of other sites keep the sizes of their HTML. */
export function bodyPicture({ attributes }: HtmlElement, pictures: ReadonlyMap<string, PictureInfo>): HtmlElement {
  const { src = '', alt = '', title, width, height, lang, dir } = attributes;
  const named = { src, alt, ...(title && { title }), ...(lang && { lang }), ...(dir && { dir }) };
  const later = { loading: 'lazy', decoding: 'async' };
  const info = pictures.get(src);
  const isWide = / wide /.test(` ${attributes.class ?? ''} `);
  if (info) return ownPicture(info, { named, later, width: shownWidth(width, info), isWide });
  return element('img', {
    ...named,
    ...(isWide && { class: 'wide' }),
    ...(width && { width }),
    ...(height && { height }),
    ...later,
  });
}

type Attributes = Record<string, string>;

function ownPicture(
  info: PictureInfo,
  { named, later, width, isWide }: { named: Attributes; later: Attributes; width: number; isWide: boolean },
): HtmlElement {
  const sizes = `min(${Math.min(width, isWide ? wideWidth : columnWidth)}px, 100vw - 2rem)`;
  const [avif, webp] = (['image/avif', 'image/webp'] as const).map((type) => sourceSet(info, type));
  const size = { width: String(width), height: String(Math.max(1, Math.round((width * info.height) / info.width))) };
  const wide = isWide ? { class: 'wide' } : {};
  const image = element('img', { ...named, ...wide, ...size, ...(webp && { srcset: webp, sizes }), ...later });
  const source = element('source', { type: 'image/avif', srcset: avif ?? '', sizes });
  const picture = element('picture', {}, avif ? [source, image] : [image]);
  // An element instead of a style attribute, which the content security policy would refuse.
  const placeholder = element('svg', { color: info.color, 'aria-hidden': 'true' });
  return element('span', { class: isWide ? 'picture wide' : 'picture' }, [placeholder, picture]);
}

/** The width that was set in the editor, else the picture's own. */
function shownWidth(given: string | undefined, info: PictureInfo): number {
  const wanted = /^\d{1,5}$/.test(given ?? '') ? Number(given) : 0;
  return wanted > 0 ? wanted : info.width;
}

function sourceSet({ variants }: PictureInfo, type: PictureInfo['variants'][number]['type']): string {
  const fitting = variants.filter((variant) => variant.type === type);
  return fitting.map((variant) => `${pictureUrl(variant.url)} ${variant.width}w`).join(', ');
}

function element(tag: string, attributes: Attributes, children: HtmlElement[] = []): HtmlElement {
  return { tag, attributes, children };
}
