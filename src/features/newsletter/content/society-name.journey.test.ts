import { expect, test } from 'vitest';
import { startWorkerJobs } from '#app/worker/jobs.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { anArticle } from '#tests/support/builders.ts';
import { linkIn, type ReceivedMail, smtpServer } from '#tests/support/smtp.ts';
import { testApp } from '#tests/support/test-app.ts';

const subscriber = 'reader@example.org';
const name = 'Vets & "Öko" <b>Society</b>, B.';

test('mails carry the current name of the society, whatever characters it has', async () => {
  await using server = await smtpServer();
  await using app = await testApp();
  const token = await app.signIn();
  const mailer = smtpMailer(server.url, { name: 'Society', address: 'news@society.example' });
  const worker = startWorkerJobs({ ...app.context, mailer });
  try {
    await app.json('PUT', '/settings/admin', { societyName: `${name}\r\nBcc: other@example.org` }, token);
    await app.json('POST', '/newsletter/subscribe', { email: subscriber });
    const [confirmation] = (await server.waitForMails(1, subscriber)) as [ReceivedMail];
    expect(confirmation.subject).toBe(`Please confirm your subscription to ${name} Bcc: other@example.org`);
    expect(confirmation.headers.has('bcc')).toBe(false);
    expect(confirmation.envelopeTo).toEqual([subscriber]);
    expect(confirmation.html).toContain('Vets &amp; &quot;Öko&quot; &lt;b&gt;Society&lt;/b&gt;, B.');
    expect(confirmation.html).not.toContain('<b>Society');
    await app.json('GET', `/newsletter/verify${linkIn(confirmation, '/verify').search}`);

    await app.json('PUT', '/settings/admin', { societyName: name }, token);
    const body = anArticle({ isPublished: true });
    const { id } = (await app.json<Article>('POST', '/articles/admin', body, token)).body;
    await app.json('POST', `/newsletter/admin/send/${id}`, undefined, token);
    const [, newsletter] = (await server.waitForMails(2, subscriber)) as [ReceivedMail, ReceivedMail];
    expect(newsletter.text).toContain(`the newsletter of ${name} on `);
    expect(newsletter.html).toContain('&lt;b&gt;Society&lt;/b&gt;, B.');
  } finally {
    await worker.stop();
  }
});
