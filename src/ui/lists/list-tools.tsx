import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { Button, buttonClass } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { focusSearch } from '#ui/page/focus.ts';
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
      <form className={`line ${styles.tools}`} onSubmit={(event) => event.preventDefault()}>
        <SearchField label={label} value={text} onChange={onType} />
        {children}
        <p className={styles.count} role="status">
          {count}
        </p>
      </form>
    </search>
  );
}

/** Shown when a search finds nothing. */
export function ClearSearch({ action, onClear }: { action: string; onClear: () => void }) {
  function clear(event: FormEvent) {
    event.preventDefault();
    onClear();
    focusSearch();
  }
  return (
    <form action={action} onSubmit={clear}>
      <Button type="submit" variant="quiet">
        Clear Search
      </Button>
    </form>
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
