import { useSettings } from '#features/settings/pages/site-context.ts';
import { buttonClass, LinkButton } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Width } from '#ui/page/layout.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { scrollToElement } from '../layout/scroll-to.ts';
import { CirclesOutline, HeroArt } from './hero-art.tsx';
import styles from './home-hero.module.css';

export const committeeId = 'committee';

export function HomeHero() {
  const { heroWelcome, heroTitle, heroTagline, heroSubtitle, homeVariant } = useSettings();
  return (
    <Width>
      <div className={styles.columns}>
        <div className={styles.words}>
          <p className={`eyebrow ${styles.welcome}`} {...languageAttributes(heroWelcome)}>
            {heroWelcome}
          </p>
          <h1 className={styles.title} {...languageAttributes(heroTitle)}>
            {heroTitle}
          </h1>
          <p className={styles.tagline} {...languageAttributes(heroTagline)}>
            {heroTagline}
          </p>
          <p className={styles.subtitle} {...languageAttributes(heroSubtitle)}>
            {heroSubtitle}
          </p>
          <ExploreButton scrolls={homeVariant === 'grid'} />
        </div>
        <div className={styles.art}>
          <HeroArt />
        </div>
      </div>
    </Width>
  );
}

/** The spec's two readings (D1): a button that scrolls to the committee, or a link to the about page. */
function ExploreButton({ scrolls }: { scrolls: boolean }) {
  const label = 'Explore Our Community';
  if (!scrolls) {
    return (
      <LinkButton to="/about">
        {label}
        <Icon name="arrow-right" />
      </LinkButton>
    );
  }
  return (
    <a
      className={buttonClass()}
      href={`#${committeeId}`}
      onClick={(event) => {
        event.preventDefault();
        const target = document.getElementById(committeeId);
        if (target) scrollToElement(target);
      }}
    >
      {label}
      <Icon name="arrow-down" />
    </a>
  );
}

export function HomePromo() {
  return (
    <section aria-labelledby="promo">
      <Width>
        <div className={`line ${styles.promo}`}>
          <CirclesOutline className={styles.circles} />
          <h2 id="promo" className={styles.promoTitle}>
            For People Animals &amp; Our Planet
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
