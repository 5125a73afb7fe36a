import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Width } from '#ui/page/page-sections.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { CirclesOutline } from './hero-art.tsx';
import styles from './home-hero.module.css';

export function HomePromo() {
  const { promoTitle } = usePageSettings();
  return (
    <section aria-labelledby="promo">
      <Width>
        <div className={`line ${styles.promo}`}>
          <CirclesOutline className={styles.circles} />
          <h2 id="promo" className={styles.promoTitle} {...(promoTitle && languageAttributes(promoTitle))}>
            {promoTitle ?? 'For People Animals & Our Planet'}
          </h2>
          <LinkButton variant="light" to="/articles">
            View Our Articles
            <Icon name="arrow-right" />
          </LinkButton>
        </div>
      </Width>
    </section>
  );
}
