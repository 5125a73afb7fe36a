import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import styles from '#ui/page/notice.module.css';
import { Icon, type IconName } from '#ui/theme/icon.tsx';
import { usePageSettings } from './site-context.ts';

type MessagePageProps = {
  title: string;
  icon: IconName;
  /** How it ended: the sentence that says so is the title. */
  outcome?: 'success' | 'failure' | undefined;
  /** Announces the title when it changes. */
  role?: 'status' | 'alert' | undefined;
  children: ReactNode;
};

/** The content of a page with one message: what happened, and what comes next. */
export function MessagePage({ title, icon, outcome, role, children }: MessagePageProps) {
  const { societyName } = usePageSettings();
  const shown = outcome === 'success' ? 'check' : outcome === 'failure' ? 'close' : icon;
  return (
    <div className={styles.notice}>
      <Drawing icon={shown} outcome={outcome} />
      <p className={`notable ${styles.society}`} {...languageAttributes(societyName)}>
        {societyName}
      </p>
      <div role={role}>
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  );
}

/** After a failure that may pass. The page is loaded again and does what its link is for. */
export function TryAgain() {
  return (
    <Button data-scripted onClick={() => location.reload()}>
      Try Again
    </Button>
  );
}

/** The three circles of home's hero, and in their middle what the page is about, or how it ended. */
export function Drawing({ icon, outcome }: Pick<MessagePageProps, 'icon' | 'outcome'>) {
  return (
    <span className={styles.drawing} data-outcome={outcome}>
      <svg viewBox="0 0 120 112" aria-hidden="true">
        <g fillOpacity="0.85">
          <circle cx="60" cy="38" r="36" fill="var(--leaf)" />
          <circle cx="38" cy="74" r="36" fill="var(--skin)" />
          <circle cx="82" cy="74" r="36" fill="var(--water)" />
        </g>
        <circle cx="60" cy="61" r="26" fill="var(--middle, var(--card))" />
      </svg>
      <Icon name={icon} size={28} />
    </span>
  );
}
