import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { SectionNav } from '#ui/page/section-nav.tsx';

export function NewsletterNav() {
  const links = [
    ['/admin/newsletter', 'Newsletters'],
    ['/admin/subscribers', 'Subscribers'],
    ...(isMailServerMissing() ? [['/admin/outbox', 'Outbox'] as const] : []),
  ] as const;
  return <SectionNav label="Newsletter" links={links} />;
}
