const previews = new WeakMap<File, string>();

/** A blob: address, made once for each picture and never revoked: they are small. */
export function previewUrlOf(file: File | null): string | null {
  if (!file) return null;
  const url = previews.get(file) ?? URL.createObjectURL(file);
  previews.set(file, url);
  return url;
}
