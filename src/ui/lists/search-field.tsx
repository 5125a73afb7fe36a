import { useLayoutEffect, useRef } from 'react';
import { Icon } from '#ui/theme/icon.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** Put it into a `<form role="search">`: then it works without scripts. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  // Typing may begin before this code runs.
  useLayoutEffect(() => {
    const typed = input.current?.value ?? value;
    if (typed !== value) onChange(typed);
    // oxlint-disable-next-line react/exhaustive-deps -- later changes come as events
  }, []);

  return (
    <div className={styles.form}>
      <Icon name="search" />
      <input
        ref={input}
        className={styles.input}
        type="search"
        dir="auto"
        name="search"
        value={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
