import { useCallback, useState } from 'react';
import { useApi } from '#ui/api.ts';
import { Button } from '#ui/forms/button.tsx';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { FormStack, Panel, ScreenHead } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { countsText, type Finding, type Level } from '../finding.ts';

const failed = 'The site could not be looked at. Please try again.';

/** What needs somebody comes first. */
const groups: readonly (readonly [Level, string])[] = [
  ['bad', 'Bad: something does not work, or may be lost'],
  ['look', 'To look at'],
  ['good', 'Good'],
];

export function SiteHealthScreen() {
  const api = useApi();
  const load = useCallback(() => api.call<Finding[]>('GET', '/health/admin'), [api]);
  const { data: findings, error, reload } = useFetched(load, failed);
  const [isBusy, setIsBusy] = useState(false);

  async function lookAgain() {
    if (isBusy) return;
    setIsBusy(true);
    await reload();
    setIsBusy(false);
  }

  return (
    <>
      <ScreenHead title="Site health" subtitle="What is well with this site, and what is not">
        {findings && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => void lookAgain()}>
            {isBusy ? 'Looking...' : 'Look again'}
          </Button>
        )}
      </ScreenHead>
      {error ? (
        <ErrorState message={error} retryLabel="Retry" onRetry={() => void reload()} />
      ) : !findings ? (
        <Spinner />
      ) : (
        <Findings findings={findings} isBusy={isBusy} />
      )}
    </>
  );
}

function Findings({ findings, isBusy }: { findings: Finding[]; isBusy: boolean }) {
  return (
    <div aria-busy={isBusy}>
      <FormStack>
        <p role="status">{isBusy ? 'Looking...' : countsText(findings)}</p>
        {groups.map(([level, title]) => {
          const found = findings.filter((finding) => finding.level === level);
          return (
            found.length > 0 && (
              <Panel key={level} title={title}>
                <Rows label={title}>
                  {found.map(({ check, title: name, sentence, todo }) => (
                    <Row key={check} title={name}>
                      <p>{sentence}</p>
                      {todo && (
                        <p>
                          <strong>To do:</strong> {todo}
                        </p>
                      )}
                    </Row>
                  ))}
                </Rows>
              </Panel>
            )
          );
        })}
      </FormStack>
    </div>
  );
}
