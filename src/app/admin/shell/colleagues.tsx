import { createContext, use, useEffect } from 'react';
import styles from './colleagues.module.css';

type Place = {
  /** Who else has the form open that is open here. */
  colleagues: string[];
  /** Says which form is open: 'articles-7'. */
  visit: (form: string | null) => void;
};

export const ColleaguesContext = createContext<Place>({ colleagues: [], visit: () => {} });

/** Above a form: who else is in it now. */
export function Colleagues({ form, noun }: { form: string | null; noun: string }) {
  const { colleagues, visit } = use(ColleaguesContext);
  useEffect(() => {
    visit(form);
    return () => visit(null);
  }, [visit, form]);
  return (
    <p className={styles.colleagues} role="status">
      {form !== null && colleagues.length > 0 && (
        <>
          <bdi>{names(colleagues)}</bdi> {colleagues.length === 1 ? 'has' : 'have'} this {noun} open now.
        </>
      )}
    </p>
  );
}

function names(colleagues: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(colleagues);
}
