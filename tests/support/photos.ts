/** Photographs as phones take them, made on the spot. */
import sharp from 'sharp';

const place = {
  IFD0: { Make: 'Someone', Model: 'A phone' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 31/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
};

/** 12 megapixels and some 3 MB, held upright: stored lying, with a note how to turn it and where it was taken. */
export async function phonePhoto(): Promise<Buffer> {
  const grain = {
    width: 1000,
    height: 750,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  };
  const scene = await sharp({ create: { ...grain, background: '#6a8b57' } })
    .resize(4000, 3000, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  return sharp(scene, { raw: { width: 4000, height: 3000, channels: 3 } })
    .withExif(place)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer();
}

export function plainJpeg(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#b5613c' } })
    .jpeg()
    .toBuffer();
}

/** A disc on nothing, 2000 pixels wide. */
export function transparentPng(): Promise<Buffer> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><circle cx="1000" cy="1000" r="600" fill="#4a663a"/></svg>';
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** As large as a photograph, of nothing, and quick to make. */
export function noisyJpeg(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: '#6a8b57', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** That no encoder makes small: 300 pixels wide it has some 250 kB, and is sent as it is. */
export function grainyPng(width = 300): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width, height: width, channels: 3, background: '#6a8b57', noise } })
    .png()
    .toBuffer();
}

/** Red and blue above, green and yellow below: shows which part of it is seen. */
export function quarteredPicture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const part = (left: number, top: number, background: string) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: '#e0c020' } })
    .composite([part(0, 0, '#e02020'), part(width / 2, 0, '#143cc8'), part(0, height / 2, '#208020')])
    .jpeg()
    .toBuffer();
}
