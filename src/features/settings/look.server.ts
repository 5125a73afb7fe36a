/** The society's own look as a style sheet that every page carries behind those of the design. */
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { Db } from '#platform/db/db.ts';
import { groundColors, paletteCss } from '#shared/look/palette.ts';
import type { SiteSettings } from './settings.ts';

/** The design's mark, wherever it stands (ui/theme/logo.tsx). */
const mark = 'svg[viewBox="0 0 40 40"]';

/** Empty where nothing is chosen. Paper keeps the design's colours. */
export async function lookCss(db: Db, { accentColor, logo, logoPlate }: SiteSettings): Promise<string> {
  const colors = accentColor && `@media screen{:root{${paletteCss(accentColor)}}}`;
  const picture = logo ? (await findPictureInfos(db, [logo])).get(logo) : undefined;
  if (!picture) return colors;
  const { width, height, variants, url = logo } = picture;
  const small = variants.find(({ type, width }) => type === 'image/webp' && width >= 320)?.url ?? url;
  const [light, dark] = [
    isPlated(logoPlate, 'light') ? groundColors.paper[1] : '#0000',
    isPlated(logoPlate, 'dark') ? '#fff' : '#0000',
  ];
  const padding = logoPlate === 'none' ? '' : 'padding:3px;border-radius:8px;';
  return `${colors}${mark}{box-sizing:border-box;width:auto;max-width:9rem;aspect-ratio:${width}/${height};${padding}background:light-dark(${light},${dark}) url("${small}") center/contain content-box no-repeat;background-clip:border-box}${mark}>*{display:none}`;
}

function isPlated(plate: SiteSettings['logoPlate'], scheme: 'light' | 'dark'): boolean {
  return plate === scheme || plate === 'both';
}
