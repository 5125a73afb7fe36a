/** A stored picture in sanitised HTML: attributes in double quotes, no bare angle brackets in them. */

/** Another address wherever an attribute has the name of the picture. */
export function withOther(html: string, picture: string, url: string): string {
  if (!html.includes(picture)) return html;
  const isAddress = (part: string) => part.includes(picture) && !/[\s<>]/.test(part);
  return html
    .split('"')
    .map((part) => (isAddress(part) ? escaped(url) : part))
    .join('"');
}

/** `say` gets the alternative text of each place, null where nobody has written one, and answers the new one. */
export function withAlt(html: string, picture: string, say: (alt: string | null) => string | null): string {
  if (!html.includes(picture)) return html;
  return html.replace(/<img\b[^<>]*>/gi, (tag) => {
    if (!tag.includes(picture)) return tag;
    const given = / alt="([^"]*)"/i.exec(tag)?.[1];
    const alt = given === undefined ? null : plain(given);
    const said = say(alt);
    if (said === alt || said === null) return tag;
    const written = ` alt="${escaped(said)}"`;
    return alt === null
      ? tag.replace(/^<img/i, (begin) => begin + written)
      : tag.replace(/ alt="[^"]*"/i, () => written);
  });
}

const entities = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' } as const;

function plain(value: string): string {
  return value.replace(/&(?:amp|quot|lt|gt);/g, (entity) => entities[entity as keyof typeof entities]);
}

function escaped(value: string): string {
  const signs = Object.entries(entities);
  return value.replace(/[&"<>]/g, (sign) => signs.find(([, one]) => one === sign)?.[0] ?? sign);
}
