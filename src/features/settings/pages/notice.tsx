import type { ReactNode } from 'react';
import { languageAttributes } from '#ui/language-attributes.ts';
import styles from '#ui/page/notice.module.css';
import { Logo } from '#ui/theme/logo.tsx';
import { useSettings } from './site.ts';

/** What a page holds that says one thing: what happened, and what comes next. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const { societyName } = useSettings();
  return (
    <div className={styles.notice}>
      <Logo size={72} />
      <p className={`notable ${styles.society}`} {...languageAttributes(societyName)}>
        {societyName}
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
