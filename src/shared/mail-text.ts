const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** An absolute http(s), mailto, tel or sms address; null for anything else, such as `data:`. */
export function absoluteLink(link: string, siteUrl: string): string | null {
  try {
    const url = new URL(link, `${siteUrl}/`);
    return ['http:', 'https:', 'mailto:', 'tel:', 'sms:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
