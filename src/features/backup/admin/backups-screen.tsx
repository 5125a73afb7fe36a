import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast, withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { Row, Rows } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { ActionRow, Alert, Columns, FormStack, Notice, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import { usePolling } from '#ui/use-polling.ts';
import { contentsText, rehearsedText, sizeText } from '../backup-text.ts';
import type { BackupFile, Backups } from '../backups.schema.ts';

type RehearsalProps = { backups: Backups; isBusy: boolean; onAsk: () => void };

const path = '/backups/admin';

/** The backups that there are, how the last went, and whether it could be restored. */
export function BackupsScreen() {
  const api = useApi();
  const fetched = useFetchedCall<Backups>(path, 'Failed to load the backups');
  const { data, reload } = fetched;
  const { isBusy, run } = useBusy();
  const isBackingUp = data?.backup.isUnderWay ?? false;
  const isUnderWay = isBackingUp || data?.rehearsal.isUnderWay;
  usePolling(isUnderWay ? path : null, () => reload().then(() => true));

  const ask = (address: string) => run(() => withToast(() => api.call('POST', address), reload));

  return (
    <>
      <ScreenHead title="Backups">
        <Button aria-disabled={isBusy || isBackingUp} onClick={() => isBackingUp || void ask(path)}>
          {isBackingUp ? 'Backing up...' : 'Back up now'}
        </Button>
      </ScreenHead>
      <Fetched of={fetched}>
        {(backups) => (
          <Columns
            aside={<RehearsalPanel backups={backups} isBusy={isBusy} onAsk={() => void ask(`${path}/rehearsals`)} />}
          >
            <StatePanel backups={backups} />
            <FilesPanel backups={backups} />
          </Columns>
        )}
      </Fetched>
    </>
  );
}

function StatePanel({ backups }: { backups: Backups }) {
  const { timeZone } = useSettings();
  const { backup, folder, copy } = backups;
  return (
    <Panel title="The last backup">
      <FormStack>
        {backup.error && (
          <Alert>{`The backup of ${instantText(backup.failedAt ?? '', timeZone)} has failed. ${backup.error}`}</Alert>
        )}
        {copy?.error && <Alert>{copy.error}</Alert>}
        {backup.goodAt ? (
          <p>{`Made on ${instantText(backup.goodAt, timeZone)}: ${contentsText(backup)}, all events, guests, subscribers and settings, ${sizeText(backup.bytes ?? 0)}.`}</p>
        ) : (
          <p>There is no backup yet. The site makes one every night at three.</p>
        )}
        <p>
          Backups are stored in <bdi>{folder}</bdi>
          {copy ? `, and a second copy of each in the bucket ${copy.bucket}.` : '.'}
        </p>
        {!copy && (
          <Notice isWarning>
            There is no second copy. If the site’s disk is lost, its backups are lost too: download one now and then, or
            ask the person who runs the server to set BACKUP_S3_BUCKET.
          </Notice>
        )}
      </FormStack>
    </Panel>
  );
}

function FilesPanel({ backups: { files } }: { backups: Backups }) {
  const api = useApi();
  const { timeZone } = useSettings();
  const { isBusy, run } = useBusy();
  const download = ({ name }: BackupFile) =>
    run(() =>
      withErrorToast(async () => saveFile(await (await api.open(`${path}/${encodeURIComponent(name)}`)).blob(), name)),
    );

  if (files.length === 0) return null;
  return (
    <Panel title="All backups">
      <Rows label="Backups">
        {files.map((file) => (
          <Row
            key={file.name}
            title={instantText(file.at, timeZone)}
            badges={file.isEncrypted && <Badge>Encrypted</Badge>}
            actions={
              <Button
                variant="quiet"
                size="small"
                aria-disabled={isBusy}
                aria-label={`Download the backup of ${instantText(file.at, timeZone)}`}
                onClick={() => void download(file)}
              >
                Download
              </Button>
            }
          >
            {`${reasonText[file.reason]} · ${sizeText(file.bytes)}`}
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

const reasonText: Record<BackupFile['reason'], string> = {
  nightly: 'Nightly',
  asked: 'By hand',
  'before-migration': 'Before an upgrade',
  'before-restore': 'Before a restore',
};

function RehearsalPanel({ backups: { rehearsal, files }, isBusy, onAsk }: RehearsalProps) {
  const { timeZone } = useSettings();
  const { goodAt, error, failedAt, isUnderWay } = rehearsal;
  const isOff = isBusy || isUnderWay || files.length === 0;
  return (
    <Panel title="Can it be restored?">
      <FormStack>
        {error && <Alert>{`The rehearsal of ${instantText(failedAt ?? '', timeZone)} has failed. ${error}`}</Alert>}
        {goodAt ? (
          <p>{rehearsedText(goodAt, timeZone, rehearsal)}</p>
        ) : (
          <p>
            Every week the site rehearses it: it restores its latest backup into a temporary folder, compares it with
            the site and deletes it.
          </p>
        )}
        <p>
          The rehearsal changes nothing. A real restore is done by the person who runs the server: everything on the
          site is replaced by what is in the backup.
        </p>
        <ActionRow>
          <Button variant="quiet" aria-disabled={isOff} onClick={() => isOff || onAsk()}>
            {isUnderWay ? 'Rehearsing...' : 'Rehearse now'}
          </Button>
        </ActionRow>
      </FormStack>
    </Panel>
  );
}
