const previews = new WeakMap<File, string>();

/** A blob: address, made once for each picture; small as they are, they may live as long as the page. */
export function previewOf(file: File | null): string | null {
  if (!file) return null;
  const url = previews.get(file) ?? URL.createObjectURL(file);
  previews.set(file, url);
  return url;
}
