/** Writes a digest or a note as a mail. It is the same for every subscriber, except for things they have already had. */
import { readMailSite } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { withCopies } from '#features/uploads/copies/showing-copies.server.ts';
import { findMailPictures } from '#features/uploads/mail-pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type HtmlNode, parseHtml, serialiseHtml, textOfNode } from '#shared/html/html-tree.ts';
import { mailEventHtml, mailLeadHtml, mailRowHtml } from '#shared/mail/mail-blocks.ts';
import { absoluteLink, escapeHtml, headingFont, mailButtonHtml, mailHeadingHtml } from '#shared/mail/mail-layout.ts';
import { languageOfScript } from '#shared/script-language.ts';
import type { IssueText } from '../issue-texts.server.ts';
import { cachedMailContent } from '../mail-content.server.ts';
import { pictureUrlsIn } from '../mail-html.server.ts';
import {
  frameNewsletter,
  inLanguage,
  languageHtml,
  type MailPictures,
  pictureSizeInMail,
  widestInMail,
} from '../newsletter-mail.ts';
import { type IssueContent, isTitleSuggested, markThing, type Thing, withTitleFor } from './digest.ts';
import { openSignup, type ReadThing, readDigestThings } from './digest-things.server.ts';

type RenderedIssue = IssueText & {
  /** Its present things, without those deleted, unpublished or cancelled since. */
  things: Thing[];
  leftOut: string[];
};

/** The most things shown with a description; a longer mail would be cut off. */
const mostDescribed = 20;

export async function renderDigestOrNote(
  { db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>,
  content: IssueContent,
): Promise<RenderedIssue> {
  const site = await readMailSite(db, config);
  const { siteUrl } = site;
  const { timeZone, textLanguage } = await getSettings(db, config);
  const read = await readDigestThings(db, content.things, { timeZone, now: clock.now() });
  const things = read.filter(({ problem }) => problem === null);
  const html = await withCopies(db, content.note);
  const pictures = await findMailPictures(db, pictureUrlsIn(html));
  const note = await cachedMailContent({ html, siteUrl, pictures });
  // The date in the title that it began with is the day it goes out.
  const isAsBegun = isTitleSuggested(content, timeZone);
  const goesOutAt = [content.titledFor ?? '', clock.now().toISOString()].toSorted().at(-1) ?? '';
  const title = withTitleFor(goesOutAt, content, timeZone).title || 'Untitled';
  const own = await findMailPictures(
    db,
    things.slice(0, mostDescribed).flatMap(({ imageUrl }) => imageUrl ?? []),
  );
  const parts = partsOf(things, { siteUrl, pictures: own, textLanguage });
  return {
    ...frameNewsletter({
      title,
      site,
      preview: previewOf(things, note.contentText),
      html: [
        // The title that it began with is in English.
        isAsBegun && mailHeadingHtml(title),
        ...inLanguage(textLanguage, [
          isAsBegun ? '' : mailHeadingHtml(title),
          parts.length > 0 ? note.contentHtml : withButton(note.contentHtml),
        ]),
        ...parts.map(({ html }) => html),
        parts.length > 0 && mailButtonHtml('Visit our website', siteUrl),
      ],
      text: [
        ...(note.contentText ? ['', note.contentText] : []),
        // Each part brings its own empty line: what a subscriber does not get leaves none.
        `${parts.map(({ text }) => text).join('')}\nOur website: ${siteUrl}`,
      ],
    }),
    things: things.map(({ kind, id }) => ({ kind, id })),
    leftOut: read.flatMap((thing) => (thing.problem === null ? [] : [`“${thing.title}”: ${thing.problem}`])),
  };
}

/** The only link of a note that has a paragraph for itself is its button. */
function withButton(note: string): string {
  const nodes = parseHtml(note);
  const buttons = nodes.map(linkAlone);
  if (buttons.filter(Boolean).length !== 1) return note;
  return nodes.map((node, at) => buttons[at] ?? serialiseHtml([node])).join('');
}

/** An address that stands there as itself is to be read. */
function linkAlone(node: HtmlNode): string | null {
  const [link, ...others] = typeof node === 'string' || node.tag !== 'p' ? [] : node.children;
  if (!link || typeof link === 'string' || link.tag !== 'a' || others.length > 0) return null;
  const { href } = link.attributes;
  const label = textOfNode(link).trim();
  // A picture that leads somewhere stays a picture.
  if (!href || !label || /:\/\/|^www\./.test(label) || serialiseHtml([link]).includes('<img')) return null;
  return `<div dir="auto">${mailButtonHtml(label, href)}</div>`;
}

/** What is inside, each title between its marks: a subscriber does not get those that they have had. */
function previewOf(things: ReadThing[], note: string): string {
  const titles = things.slice(0, mostDescribed).map((thing) => markThing(thing, `${escapeHtml(thing.title)} · `));
  return titles.join('') + escapeHtml(note.slice(0, 200));
}

/** Each thing between its marks, under the heading of its kind. */
function partsOf(things: ReadThing[], mail: MailOfThings): { html: string; text: string }[] {
  const sections = [
    ['article', 'Articles'],
    ['event', 'Events'],
  ] as const;
  return sections.flatMap(([kind, words]) => {
    const own = things.filter((thing) => thing.kind === kind);
    if (own.length === 0) return [];
    const h2 = `<h2 style="margin:28px 0 12px;font:700 22px/1.3 ${headingFont};">${words}</h2>`;
    const head = { kind, id: 0 };
    return [
      { html: markThing(head, h2), text: markThing(head, `\n${words}\n${'-'.repeat(words.length)}\n`) },
      ...own.map((thing, at) =>
        partOf(thing, { isLead: at === 0, isDescribed: things.indexOf(thing) < mostDescribed, ...mail }),
      ),
    ];
  });
}

/** `thing` by itself, for another mail. */
export async function thingBlockHtml(
  db: AppContext['db'],
  thing: ReadThing,
  mail: Omit<MailOfThings, 'pictures'>,
): Promise<string> {
  const pictures = await findMailPictures(db, thing.imageUrl ? [thing.imageUrl] : []);
  return partOf(thing, { isLead: true, isDescribed: true, pictures, ...mail }).html;
}

type MailOfThings = { siteUrl: string; pictures: MailPictures; textLanguage: string };
type Looks = MailOfThings & { isLead: boolean; isDescribed: boolean };

function partOf(thing: ReadThing, looks: Looks): { html: string; text: string } {
  const { kind, id, title, words, when, lang } = thing;
  const link = `${looks.siteUrl}/${kind}s/${id}`;
  const language = languageHtml(lang ?? languageOfScript(title) ?? looks.textLanguage);
  const shown = words.length > 250 ? `${words.slice(0, 249).trimEnd()}…` : words;
  const lines = [when, looks.isDescribed ? shown : ''].filter(Boolean);
  // When an event takes place stands there in English.
  const whole = kind === 'article' ? language : '';
  const block = `<div${whole} style="margin:0 0 24px;">${blockOf(thing, { ...looks, link, lines, language })}</div>`;
  return { html: markThing(thing, block), text: markThing(thing, ['', title, ...lines, link, ''].join('\n')) };
}

/** In pixels, the longer side. */
const thumbnail = 120;

/** The first article with its picture as wide as the mail, the others with a small one. */
function blockOf(
  { kind, title, eventDate, isSignupOpen, imageUrl, imageAlt }: ReadThing,
  { link, lines, language, isLead, siteUrl, pictures }: Looks & { link: string; lines: string[]; language: string },
): string {
  if (kind === 'event') {
    // The button says it.
    const shown = lines.map((line) => line.replace(` · ${openSignup}`, ''));
    const action = isSignupOpen ? 'Sign up' : undefined;
    return mailEventHtml({ eventDate, title, link, lines: shown, action, language });
  }
  const known = pictures.get(imageUrl ?? '');
  const src = known && absoluteLink(known.url, siteUrl);
  const widest =
    known && (isLead ? widestInMail : Math.round(Math.min(thumbnail, (thumbnail * known.width) / known.height)));
  const size = known && widest && pictureSizeInMail(known, widest);
  const picture = src && size ? { src, alt: imageAlt, ...size } : null;
  const article = { title, link, words: lines.join(' '), picture };
  return isLead ? mailLeadHtml(article) : mailRowHtml(article);
}
