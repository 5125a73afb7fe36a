import { SectionNav } from '#ui/page/section-nav.tsx';
import { isMailServerMissing } from './outbox-notice.tsx';

export function NewsletterNav() {
  const links = [
    ['/admin/newsletter', 'Newsletters'],
    ['/admin/subscribers', 'Subscribers'],
    ...(isMailServerMissing() ? [['/admin/outbox', 'Outbox'] as const] : []),
  ] as const;
  return <SectionNav label="Newsletter" links={links} />;
}
