/** Articles and events as mails show them: tables, since mail programs know little else. */
import { monthNames } from '../dates.ts';
import { escapeHtml, headingFont, mailFont } from './mail-layout.ts';

/** An absolute address that mail programs can show, and its width and height in pixels. */
export type BlockPicture = { src: string; alt: string; width: number; height: number };

type ArticleBlock = { title: string; link: string; words: string; picture: BlockPicture | null };

const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';

/** The picture as wide as the mail, its title and words below it. */
export function mailLeadHtml({ title, link, words, picture }: ArticleBlock): string {
  const image =
    picture &&
    linked(
      link,
      `<img src="${escapeHtml(picture.src)}" alt="${escapeHtml(picture.alt)}" width="${picture.width}" height="${picture.height}" style="display:block;width:100%;max-width:${picture.width}px;height:auto;border:0;border-radius:8px;margin:0 0 16px;">`,
    );
  return [image, titleHtml(title, link, 24), wordsHtml(words)].filter(Boolean).join('\n');
}

/** A small picture beside the words. */
export function mailRowHtml({ title, link, words, picture }: ArticleBlock): string {
  const text = titleHtml(title, link, 18) + wordsHtml(words);
  if (!picture) return text;
  const image = `<img src="${escapeHtml(picture.src)}" alt="" width="${picture.width}" height="${picture.height}" style="display:block;width:${picture.width}px;height:auto;border:0;border-radius:6px;">`;
  return `${table}<tr><td width="140" valign="top" style="width:140px;border:0;padding:4px 0 0;">${linked(link, image)}</td><td valign="top" style="border:0;">${text}</td></tr></table>`;
}

type EventBlock = {
  eventDate: string;
  title: string;
  link: string;
  lines: string[];
  action?: string | undefined;
  /** Of the title and the lines behind the first, as an attribute. */
  language?: string;
};

/** `lines` say when and where; for screen readers and the archive the date is there only once. */
export function mailEventHtml({ eventDate, title, link, lines, action, language }: EventBlock): string {
  const month = monthNames[Number(eventDate.slice(5, 7)) - 1]?.slice(0, 3) ?? '';
  const day = `<span style="font:700 24px/1.1 ${headingFont};">${Number(eventDate.slice(8, 10))}</span>`;
  const plate = `${table}<tr><td align="center" class="muted plate" aria-hidden="true" style="border:0;border-radius:8px;background-color:#e7eedf;padding:8px 0;font:700 12px/1.3 ${mailFont};color:#4a663a;text-transform:uppercase;">${month}<br>${day}</td></tr></table>`;
  const below = lines.map((line, at) => wordsHtml(line, at > 0 ? language : ''));
  const words = [titleHtml(title, link, 18, language), ...below, action ? buttonHtml(action, link) : ''].join('');
  return `${table}<tr><td width="56" valign="top" style="width:56px;border:0;">${plate}</td><td valign="top" style="border:0;padding:0 0 0 16px;">${words}</td></tr></table>`;
}

/** Outlook shows it without room around its words. */
function buttonHtml(label: string, link: string): string {
  return `<p style="margin:8px 0 4px;"><a href="${escapeHtml(link)}" style="display:inline-block;border-radius:6px;background-color:#4a663a;padding:6px 14px;font:700 14px/1.4 ${mailFont};color:#ffffff !important;text-decoration:none;">${escapeHtml(label)}</a></p>`;
}

function titleHtml(title: string, link: string, size: number, language = ''): string {
  return `<h3 dir="auto"${language} style="margin:0 0 4px;font:700 ${size}px/1.3 ${headingFont};"><a class="title" href="${escapeHtml(link)}" style="color:#1f261b;text-decoration:none;">${escapeHtml(title)}</a></h3>`;
}

function wordsHtml(words: string, language = ''): string {
  return (
    words && `<p dir="auto"${language} style="margin:0 0 4px;font-size:15px;line-height:1.5;">${escapeHtml(words)}</p>`
  );
}

function linked(link: string, image: string): string {
  return `<a href="${escapeHtml(link)}">${image}</a>`;
}
