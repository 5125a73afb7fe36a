import type { MouseEvent, ReactNode } from 'react';
import { buttonClass } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import styles from './list-tools.module.css';

type ListToolsProps = {
  label: string;
  text: string;
  onType: (text: string) => void;
  /** In words. */
  count: string;
  /** More fields of the form, such as filters. */
  children?: ReactNode;
};

/** A plain GET form without scripts. */
export function ListTools({ label, text, onType, count, children }: ListToolsProps) {
  return (
    <search>
      <form className={styles.tools} onSubmit={(event) => event.preventDefault()}>
        <SearchField label={label} value={text} onChange={onType} />
        {children}
        <p className={styles.count} role="status">
          {count}
        </p>
      </form>
    </search>
  );
}

/** Without scripts a link to the next page. */
export function MoreButton({ href, isLoading, onMore }: { href: string; isLoading: boolean; onMore: () => unknown }) {
  function more(event: MouseEvent) {
    event.preventDefault();
    onMore();
  }
  return (
    <p className={styles.more}>
      <a className={buttonClass({ variant: 'quiet' })} href={href} aria-disabled={isLoading} onClick={more}>
        {isLoading ? 'Loading…' : 'Show more'}
      </a>
    </p>
  );
}
