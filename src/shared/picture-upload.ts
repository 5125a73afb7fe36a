/** Types that may be uploaded (E5). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** 5 MB, in bytes. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** The colour schemes in which the logo would not be seen on the page. */
export type LogoPlate = 'none' | 'light' | 'dark' | 'both';

export const logoMessages = {
  notALogo: 'Please choose an SVG, PNG or WebP picture. This one could not be drawn.',
  tooSmall: 'This logo is too small: its longer side needs at least 256 pixels.',
  empty: 'Nothing can be seen in this picture: it is empty or has one colour only.',
} as const;

export const pictureMessages = {
  notAPicture: 'Please select a valid image file',
  tooLarge: 'Image size must be less than 5MB',
  offline: 'There is no connection. Choose the picture again when it is back.',
  previewFailed: 'Failed to process image. Please try again.',
  noPublicUrl: 'Failed to generate public URL',
  heic: 'This browser cannot open HEIC photos. Share the photo as JPEG, or choose “Most Compatible” in the phone’s camera settings.',
  shrink: 'Make it smaller and use it',
  gone: (name: string) => `The picture “${name}” is no longer on the site: choose it again.`,
} as const;
