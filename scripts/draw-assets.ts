/**
 * Draws the files of public/: icons, default pictures, the picture of a shared link. The results are committed; run it by hand
 * after a change of `src/app/demo/art/defaults.ts`. Needs Chromium for the one picture with words.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { colors } from '#app/demo/art/brush.ts';
import {
  defaultArticle,
  defaultAvatar,
  defaultEvent,
  icon,
  markFile,
  shareCardBackground,
} from '#app/demo/art/defaults.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'public');
mkdirSync(join(folder, 'defaults'), { recursive: true });

save('favicon.svg', markFile(6));
save('mark.svg', markFile(4));
save('favicon.ico', ico([await png(markFile(6), 32), await png(markFile(6), 48)]));
save('favicon-32.png', await png(markFile(6), 32));
save('apple-touch-icon.png', await png(icon(180), 180));
save('icon-192.png', await png(icon(192), 192));
save('icon-512.png', await png(icon(512), 512));
for (const [name, drawing] of Object.entries({
  article: defaultArticle(),
  avatar: defaultAvatar(),
  event: defaultEvent(),
}))
  save(`defaults/${name}.webp`, await sharp(Buffer.from(drawing)).webp({ quality: 82, effort: 6 }).toBuffer());
save(
  'og.png',
  await sharp(await sharePicture())
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer(),
);

function save(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, name), content);
  console.log(`public/${name}  ${content.length} bytes`);
}

function png(drawing: string, side: number): Promise<Buffer> {
  return sharp(Buffer.from(drawing), { density: 600 }).resize(side, side).png({ effort: 10, palette: true }).toBuffer();
}

/** An .ico file that holds PNGs of the sizes 32 and 48. */
function ico(images: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, images.length, 0]);
  let offset = header.length + images.length * 16;
  const entries = images.map((image, index) => {
    const side = index === 0 ? 32 : 48;
    const entry = Buffer.from([side, side, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(image.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += image.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images]);
}

/** A browser draws it, because it knows the site's typefaces. */
async function sharePicture(): Promise<Buffer> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    const face = (family: string, file: string) =>
      `@font-face{font-family:${family};src:url(data:font/woff2;base64,${readFileSync(join(root, 'node_modules/@fontsource-variable', file)).toString('base64')});font-weight:100 900}`;
    await page.setContent(`<style>
      ${face('Heading', 'fraunces/files/fraunces-latin-opsz-normal.woff2')}
      ${face('Text', 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2')}
      body{margin:0} svg{position:absolute} div{position:absolute;left:84px;color:${colors.forest}}
      .title{top:214px;font:600 78px/1.06 Heading;letter-spacing:-.02em}
      .line{top:412px;font:400 31px/1.4 Text;color:#4c5a48}
    </style>${shareCardBackground()}<div class="title">The One Health<br>Student Society</div>
    <div class="line">For People, Animals &amp; Our Planet</div>`);
    await page.evaluate('document.fonts.ready');
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
