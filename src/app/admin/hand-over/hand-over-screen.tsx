import type { HandOverPart } from '#app/hand-over/hand-over.schema.ts';
import { Button } from '#ui/forms/button.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import styles from './hand-over.module.css';

/** For paper: what the site knows of where everything is, and lines for the rest. */
export function HandOverScreen() {
  const parts = useFetchedCall<HandOverPart[]>('/hand-over/admin', 'Failed to load what the site knows');
  return (
    <>
      <ScreenHead title="Hand over" about="Print this page, fill in the lines, and give it to the next person.">
        <Button variant="quiet" disabled={!parts.data} onClick={() => window.print()}>
          Print
        </Button>
      </ScreenHead>
      <Fetched of={parts}>
        {(all) => (
          <div className={styles.page}>
            {all.map(({ title, known, byHand }) => (
              <section key={title} className={styles.part}>
                <h2>{title}</h2>
                <div>
                  {known.map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                </div>
                <Lines of={byHand} />
              </section>
            ))}
            <section className={styles.part}>
              <h2>Handed over</h2>
              <Lines of={['On', 'By', 'To']} />
            </section>
          </div>
        )}
      </Fetched>
    </>
  );
}

function Lines({ of }: { of: string[] }) {
  return (
    <ul className={styles.lines}>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
