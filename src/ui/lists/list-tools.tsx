import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { Button, buttonClass } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { focusSearch } from '#ui/page/focus.ts';
import styles from './list-tools.module.css';
import { SearchField } from './search-field.tsx';
import { useShowMore } from './show-more.ts';
import type { useSearchedList } from './use-searched-list.ts';

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
        <p className={`muted ${styles.count}`} role="status">
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

type ListEndProps = {
  list: Pick<
    ReturnType<typeof useSearchedList>,
    'items' | 'nextCursor' | 'loadMore' | 'isLoadingMore' | 'error' | 'isPartial' | 'retry'
  >;
  /** The address of the next page, for browsers without scripts. */
  hrefOf: (cursor: string) => string;
  headingLevel: 2 | 3;
};

/** Below a list: what failed, and its next page. */
export function ListEnd({ list, hrefOf, headingLevel }: ListEndProps) {
  const { nextCursor, isLoadingMore, error, isPartial } = list;
  const showMore = useShowMore(list);

  function more(event: MouseEvent) {
    event.preventDefault();
    void showMore();
  }

  return (
    <>
      {error && (
        <ErrorState
          headingLevel={headingLevel}
          title={isPartial ? 'Only the titles already loaded were searched' : 'Something went wrong'}
          message={isPartial ? 'The search did not get through. Please try again later.' : error}
          onRetry={nextCursor ? () => void showMore() : list.retry}
        />
      )}
      {nextCursor && (
        <p className={styles.more}>
          <a
            className={buttonClass({ variant: 'quiet' })}
            href={hrefOf(nextCursor)}
            aria-disabled={isLoadingMore}
            onClick={more}
          >
            {isLoadingMore ? 'Loading…' : 'Show more'}
          </a>
        </p>
      )}
    </>
  );
}
