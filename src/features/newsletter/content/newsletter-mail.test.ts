import { describe, expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector } from '#tests/support/newsletter.ts';

describe.each(engines)('the mail of an article on %s', (engine) => {
  test('the newsletter in HTML and in text', async () => {
    const content = [
      '<h2>A cave</h2><p class="ql-align-center">Read <a href="/articles/7">the first part</a>.</p>',
      '<ul><li class="ql-indent-1">one</li><li>two</li></ul><img src="/uploads/articles/bat.png" alt="A bat">',
      '<table><tbody><tr><th>Host</th><td>Bat</td></tr></tbody></table>',
    ].join('');
    await using post = await appWithSubscribers(engine, 1, { content });
    const { mails, mailer } = collector();
    await post.send();
    await createDeliveryWorker({ ...post.app.context, mailer }).sendDue();
    const { html, text } = mails[0] as Mail;
    expect(html).toContain('href="https://society.example/articles/7"');
    expect(html).toContain('src="https://society.example/uploads/articles/bat.png"');
    expect(html).toContain('text-align:center');
    expect(html).not.toMatch(/class="ql|data:|<script|src="\/|href="\//);
    const images = html.match(/<img[^>]*>/g) ?? [];
    expect(images.every((image) => /\balt="/.test(image))).toBe(true);
    expect(text).toContain('A cave\n\nRead the first part (https://society.example/articles/7).\n\n   - one\n- two');
    expect(text).toContain('[A bat]');
    expect(text).toContain('Host | Bat');
    expect(text).not.toMatch(/<[a-z]/);
    const unsubscribe = /Unsubscribe: (\S+)/.exec(text)?.[1] ?? '';
    expect(unsubscribe).toMatch(/^https:\/\/society\.example\/unsubscribe\?email=r1%40example\.org&token=[\w-]{43}$/);
    expect(html).toContain(unsubscribe.replace('&', '&amp;'));
  });
});
