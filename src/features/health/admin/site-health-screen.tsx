import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { FormStack, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { type CheckResult, type Level, levelCountsText } from '../check-result.ts';
import { checkAction } from './check-action.tsx';

const failed = 'The site could not be checked. Please try again.';

/** What needs someone comes first. */
const groups: readonly (readonly [Level, string])[] = [
  ['bad', 'Bad: something does not work, or may be lost'],
  ['look', 'To look at'],
  ['good', 'Good'],
];

export function SiteHealthScreen() {
  const fetched = useFetchedCall<CheckResult[]>('/health/admin', failed);
  const { isBusy, run } = useBusy();

  return (
    <>
      <ScreenHead
        title="Site health"
        about="What concerns the server, and names in capitals such as SITE_URL, is for the person who runs it."
      >
        {fetched.data && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => void run(fetched.reload)}>
            {isBusy ? 'Checking...' : 'Check again'}
          </Button>
        )}
      </ScreenHead>
      <Fetched of={fetched}>{(findings) => <Findings findings={findings} isBusy={isBusy} />}</Fetched>
    </>
  );
}

function Findings({ findings, isBusy }: { findings: CheckResult[]; isBusy: boolean }) {
  return (
    <div aria-busy={isBusy}>
      <FormStack>
        <p role="status">{isBusy ? 'Looking...' : levelCountsText(findings)}</p>
        {groups.map(([level, title]) => {
          const found = findings.filter((finding) => finding.level === level);
          return (
            found.length > 0 && (
              <Panel key={level} title={title}>
                <Rows label={title}>
                  {found.map(({ check, title: name, sentence, todo, action }) => (
                    <Row key={check} title={name} actions={checkAction(action)}>
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
