import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { buttonClass, LinkButton } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Width } from '#ui/page/page-sections.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { CirclesOutline, HeroArt } from './hero-art.tsx';
import styles from './home-hero.module.css';

export const committeeId = 'committee';

export function HomeHero() {
  const { heroWelcome, heroTitle, heroTagline, heroSubtitle, homeVariant, homePicture } = usePageSettings();
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
          <p className={`muted ${styles.subtitle}`} {...languageAttributes(heroSubtitle)}>
            {heroSubtitle}
          </p>
          <ExploreButton scrolls={homeVariant === 'grid'} />
        </div>
        <div className={styles.art}>
          {homePicture ? <img className={styles.picture} src={homePicture} alt="" /> : <HeroArt />}
        </div>
      </div>
    </Width>
  );
}

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

const duration = 800;
const offset = -80;

/** Scrolls to 80 px above `target` in 800 ms (spec 9), at once under reduced motion, and moves the focus there. */
function scrollToElement(target: HTMLElement): void {
  const from = scrollY;
  const to = Math.min(
    from + target.getBoundingClientRect().top + offset,
    document.documentElement.scrollHeight - innerHeight,
  );
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo(0, to);
    return;
  }
  const stop = new AbortController();
  for (const gesture of ['wheel', 'touchstart', 'keydown']) {
    addEventListener(gesture, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  const started = performance.now();
  const step = (time: number) => {
    if (stop.signal.aborted) return;
    const progress = Math.min(1, Math.max(0, (time - started) / duration));
    scrollTo(0, from + (to - from) * ease(progress));
    if (progress < 1) requestAnimationFrame(step);
    else stop.abort();
  };
  requestAnimationFrame(step);
}

function ease(progress: number): number {
  return progress < 0.5 ? 4 * progress ** 3 : 1 - (2 - 2 * progress) ** 3 / 2;
}
