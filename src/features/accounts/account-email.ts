import { button, framed, heading, paragraph } from '#shared/mail-frame.ts';

export type AccountEmailContent = {
  subject: string;
  paragraphs: string[];
  /** What the button below the paragraphs says, and where it leads. */
  action: { label: string; link: string } | null;
  societyName: string;
  contactLine: string;
  siteUrl: string;
};

export function composeAccountEmail({
  subject,
  paragraphs,
  action,
  societyName,
  contactLine,
  siteUrl,
}: AccountEmailContent) {
  const reason = `You get this because it is about an administrator's account on the website of ${societyName}.`;
  const html = framed({
    title: subject,
    preview: paragraphs[0] ?? '',
    societyName,
    siteUrl,
    body: [heading(subject), ...paragraphs.map(paragraph), ...(action ? [button(action.label, action.link)] : [])].join(
      '\n',
    ),
    footer: paragraph(reason),
    contactLine,
  });
  const signature = ['-- ', reason, ...(contactLine ? [contactLine] : []), ''].join('\n');
  const link = action ? [`${action.label}:\n${action.link}`] : [];
  return { subject, html, text: [subject, ...paragraphs, ...link, signature].join('\n\n') };
}
