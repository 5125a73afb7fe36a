/** Files that a text links to. */

/** 20 MB, in bytes. */
export const maxAttachmentBytes = 20 * 1024 * 1024;

export const attachmentMessages = {
  notAPdf: 'Please choose a PDF file.',
  tooLarge: 'A PDF may have at most 20 MB.',
} as const;

/** The text of a link: 'Minutes of May (PDF, 1.2 MB)'. */
export function attachmentLabel(name: string, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  const size = kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
  return `${titleOf(name)} (PDF, ${size})`;
}

/** The name to save it under, for any system. */
export function attachmentFileName(name: string): string {
  const plain = titleOf(name)
    .replace(/[\p{Cc}\p{Cf}"*/:<>?\\|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
    // A letter of two halves may be cut in the middle, and a link may be wrong.
    .toWellFormed();
  return `${plain || 'Document'}.pdf`;
}

function titleOf(name: string): string {
  return name.replace(/\.pdf$/i, '').trim() || 'Document';
}
