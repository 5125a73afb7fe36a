import type { DemoState } from '#app/first-steps/first-steps.ts';
import { countOf } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { Actions, Notice } from '#ui/page/screen-parts.tsx';
import { useGlance } from '../use-glance.ts';
import styles from './first-steps.module.css';
import { useFirstSteps } from './use-first-steps.ts';

/** Above the bin, while what came with the site is in it. */
export function demoNotice(reload: () => void) {
  return <DemoNotice onChanged={reload} />;
}

function DemoNotice({ onChanged }: { onChanged: () => void }) {
  const work = useFirstSteps(useGlance(), onChanged);
  const demo = work.state?.demo;
  return (
    <>
      {demo && demo.binned > 0 && (
        <div className={styles.place}>
          <Notice>
            <p>{demoSentence(demo)}</p>
            <Actions>
              <Button size="small" variant="quiet" onClick={() => void work.restore()}>
                Restore it all
              </Button>
              <Button size="small" variant="danger" onClick={() => void work.purge()}>
                Delete it now
              </Button>
            </Actions>
          </Notice>
        </div>
      )}
      {work.dialog}
    </>
  );
}

function demoSentence({ binned, purgeAt }: DemoState): string {
  const day = purgeAt && new Date(purgeAt).toLocaleDateString('en-US', { dateStyle: 'long' });
  return `${countOf(binned, 'item')} of the demo content ${binned === 1 ? 'is' : 'are'} in the bin and will be deleted permanently on ${day}.`;
}
