/** What a link of ours carries, without what mail programs, phones and people put around it. */

/** A token, which has only A-Z, a-z, 0-9, '-', '_' and dots inside. '' for none. */
export function tokenOfLink(given: string): string {
  const [first = ''] = decoded(given).split(/[&?#]/);
  const token = first
    .replace(/[^\w.-]/g, '')
    .split('.')
    .filter(Boolean)
    .join('.');
  // Quoted-printable writes '=' as '=3D'.
  // bounded: only the start begins a match
  return token.replace(/^3D(?=[\w-]{43}(?:$|\.)|[\da-z-]+\.)/, '');
}

/** An id; null for anything else. */
export function idOfLink(given: string): string | null {
  return /^([1-9]\d{0,14})(?:[^\p{L}\p{N}]*|[&?#].*)$/su.exec(given)?.[1] ?? null;
}

/** The query of a link whose ampersands were escaped once too often. */
export function queryOfLink(search: string): string {
  return search.replaceAll(/&(?:amp;)+/gi, '&');
}

/** As it is written where it cannot be decoded. Some programs encode a link twice. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
