import { newsletterPlace, usePageSettings } from '#features/settings/pages/site-context.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Section } from '#ui/page/page-sections.tsx';
import styles from './newsletter-form.module.css';
import { SubscribeField } from './subscribe-field.tsx';

export function NewsletterForm() {
  const { newsletterTitle } = usePageSettings();
  return (
    <div className={styles.band} data-screen-only id={newsletterPlace.id}>
      <Section>
        <div className={styles.columns}>
          <div>
            <h2 {...(newsletterTitle && languageAttributes(newsletterTitle))}>
              {newsletterTitle ?? 'Stay Ahead in One Health'}
            </h2>
            <p className={`muted ${styles.hint}`}>
              New articles and announcements in your inbox, the day they are published.
            </p>
          </div>
          <div className={styles.field}>
            <SubscribeField />
          </div>
        </div>
      </Section>
    </div>
  );
}
