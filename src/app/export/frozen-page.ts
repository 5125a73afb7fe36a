/** A page of the site for a server that only has files: without scripts and forms, with links of its own. */
import { decodeEntities } from '#shared/html/entities.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';

const tag = /<[a-z][^<>]*>/gi;
const withAddress = / (href|src|srcset|imagesrcset)="([^"]*)"/gi;
// bounded: an address in styles has no quotation mark and no bracket
const inStyle = /url\((["']?)(\/[^/"')][^"')]*)\1\)/g;
/** What apps show of a page. They take whole addresses only, so that it is not changed, but the file is needed. */
const sharePicture = /<meta [^<>]*content="([^"]*\.(?:jpg|png))"/g;

type Page = {
  /** Of an address as the page has it; undefined for what is not there. */
  hrefOf: (address: string) => string | undefined;
  sentence: string;
  /** Its own. */
  address: string;
  /** Of the site that is frozen. */
  host: string;
};

export function frozenPage(html: string, { hrefOf, sentence, address, host }: Page): string {
  const frozen = (one: string) => {
    const own = one.replace(withAddress, (_, name: string, value: string) => {
      const set = /srcset$/i.test(name) ? value : null;
      const href = set ? hrefsOfSet(decodeEntities(set), hrefOf) : hrefOf(decodeEntities(value));
      return href ? ` ${name}="${escapeHtml(href)}"` : '';
    });
    return /^<link\b/.test(own) && !/ (?:href|imagesrcset)="/i.test(own) ? '' : own;
  };
  for (const [, picture = ''] of html.matchAll(sharePicture)) hrefOf(decodeEntities(picture));
  return withoutScripts(html, { sentence, host, path: address.split('?')[0] ?? '' })
    .replace(tag, (one) => (isLeftOut(one) ? '' : frozen(one)))
    .replace(inStyle, (_whole, _mark, one: string) => {
      const href = hrefOf(one);
      return href === undefined ? 'none' : `url(${href})`;
    })
    .replaceAll(/\(scripting:\s*none\)/g, '(min-width:0)');
}

/** Those sizes of a picture that are there. */
function hrefsOfSet(set: string, hrefOf: Page['hrefOf']): string {
  const hrefs = set.split(/,\s+/).map((part) => {
    const [one = '', size = ''] = part.split(' ');
    const href = hrefOf(one);
    return href ? `${href} ${size}` : '';
  });
  return hrefs.filter(Boolean).join(', ');
}

/** The site has these only for itself, or for its own domain. */
function isLeftOut(one: string): boolean {
  return (
    /^<link\b[^<>]* rel="(?:canonical|manifest|modulepreload|service-desc|stylesheet)"/i.test(one) ||
    /^<meta\b[^<>]* property="og:url"/i.test(one)
  );
}

/** What visitors send to the site: forms, and links to pages that are one. */
// bounded: pages close every element, and no text has one of these
const sent = /<form\b[^<>]* method="post"[\s\S]*?<\/form>|<a\b[^<>]* href="\/signup[^<>]*>[\s\S]*?<\/a>/g;

function withoutScripts(
  html: string,
  { sentence, host, path }: { sentence: string; host: string; path: string },
): string {
  // bounded: as above
  const bare = html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<\/?noscript>/g, '');
  let left = bare.match(sent)?.length ?? 0;
  const toOthers = `%2F%2F${encodeURIComponent(host)}`;
  return (
    bare
      // Once: a button may lead to a form further down.
      .replace(sent, () => (--left === 0 ? `<p><strong>${escapeHtml(sentence)}</strong></p>` : ''))
      // bounded: as above
      .replace(/<form\b([^<>]*)>([\s\S]*?)<\/form>/g, (_, attributes: string, inner: string) =>
        linksOfForm(attributes, inner, path),
      )
      // bounded: as above
      .replace(/<(button|label)\b[\s\S]*?<\/\1>|<input\b[^<>]*>/g, '')
      // Programs of others that would fetch from the site again and again.
      // bounded: as above
      .replace(/<li>(<a\b[^<>]*>[\s\S]*?<\/a>)<\/li>/g, (item, link: string) => (link.includes(toOthers) ? '' : item))
  );
}

/** A form that only leads to another page becomes links to what its buttons lead to. */
function linksOfForm(attributes: string, inner: string, path: string): string {
  const action = / action="([^"]*)"/.exec(attributes)?.[1] ?? path;
  // bounded: as above
  const buttons = [...inner.matchAll(/<button\b([^<>]*)>([\s\S]*?)<\/button>/g)];
  const links = buttons.map(([, ofButton = '', words = '']) => {
    const [name, value] = [/ name="([^"]*)"/.exec(ofButton)?.[1], / value="([^"]*)"/.exec(ofButton)?.[1]];
    const kept = ofButton.match(/ (?:class|aria-label|aria-pressed)="[^"]*"/g)?.join('') ?? '';
    return `<a${kept.replace('aria-pressed', 'aria-current')} href="${action}${name ? `?${name}=${value}` : ''}">${words}</a>`;
  });
  return `<div${/ class="[^"]*"/.exec(attributes)?.[0] ?? ''}>${links.join(' ')}</div>`;
}

/** A server shows it at any address, so that it can have no links within the site. */
export function missingPage(html: string, page: Omit<Page, 'hrefOf' | 'address'>): string {
  const words = frozenPage(html, { ...page, address: '/', hrefOf: () => undefined });
  // bounded: as above
  return words.replace(/<a\b(?![^<>]* href=)[\s\S]*?<\/a>/g, '');
}

/** For an address that leads to another. */
export function movedPage(href: string): string {
  const to = escapeHtml(href);
  return `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${to}"><a href="${to}">This page has moved.</a>\n`;
}
