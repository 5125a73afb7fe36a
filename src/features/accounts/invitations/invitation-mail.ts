import { button, framed, heading, paragraph, smallLink } from '#shared/mail-frame.ts';

export type InvitationContent = {
  link: string;
  /** Where whoever has nothing to do with it says so. */
  notMeLink: string;
  inviter: string;
  societyName: string;
  contactLine: string;
  siteUrl: string;
};

/** The mail that invites somebody to become an administrator. */
export function composeInvitation({ link, notMeLink, inviter, societyName, contactLine, siteUrl }: InvitationContent) {
  const subject = `Your invitation to the website of ${societyName}`;
  const first = `${inviter} invites you to look after the website of ${societyName}.`;
  const afterwards = ['The link works once, for 7 days.', 'If you did not expect this, do nothing.'];
  const reason = `An administrator of ${societyName} entered this address.`;
  const action = 'Accept the invitation';
  const notMe = 'This was not me';
  const html = framed({
    title: subject,
    preview: first,
    societyName,
    siteUrl,
    body: [heading(subject), paragraph(first), button(action, link), ...afterwards.map(paragraph)].join('\n'),
    footer: `${paragraph(reason)}${smallLink(notMe, notMeLink)}`,
    contactLine,
  });
  const signature = ['-- ', reason, `${notMe}: ${notMeLink}`, ...(contactLine ? [contactLine] : []), ''].join('\n');
  return { subject, html, text: [first, `${action}:\n${link}`, ...afterwards, signature].join('\n\n') };
}
