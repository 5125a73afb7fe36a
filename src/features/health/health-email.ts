/** The e-mail about what is bad with the site, or well again. */
import { button, framed, heading, paragraph } from '#shared/mail-frame.ts';
import type { Finding } from './finding.ts';

export type HealthEmail = { bad: Pick<Finding, 'title' | 'sentence' | 'todo'>[]; well: string[] };
type Frame = { societyName: string; contactLine: string; siteUrl: string };

export function composeHealthEmail({ bad, well }: HealthEmail, { societyName, contactLine, siteUrl }: Frame) {
  const titles = bad.map(({ title }) => title);
  const subject =
    bad.length > 0 ? `Something is wrong with the website: ${titles.join(', ')}` : `Well again: ${well.join(', ')}`;
  const paragraphs = [
    ...bad.flatMap(({ title, sentence, todo }) => [`${title}: ${sentence}`, ...(todo ? [`To do: ${todo}`] : [])]),
    ...(well.length > 0 ? [`This is well again: ${well.join(', ')}.`] : []),
    ...(bad.length > 0 ? ['You get another e-mail when it is well again.'] : []),
  ];
  const reason = `You get this because you are an administrator of the website of ${societyName}.`;
  const action = { label: 'Open Site health', link: `${siteUrl}/admin/doctor` };
  const html = framed({
    title: subject,
    preview: paragraphs[0] ?? '',
    societyName,
    siteUrl,
    body: [heading(subject), ...paragraphs.map(paragraph), button(action.label, action.link)].join('\n'),
    footer: paragraph(reason),
    contactLine,
  });
  const signature = ['-- ', reason, ...(contactLine ? [contactLine] : []), ''].join('\n');
  const text = [subject, ...paragraphs, `${action.label}:\n${action.link}`, signature].join('\n\n');
  return { subject, html, text };
}
