import { useState } from 'react';
import type { ExportPart } from '#app/export/export.schema.ts';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ActionRow, FormStack, NarrowColumn, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { saveFile } from '#ui/save-file.ts';

const parts: readonly [part: ExportPart, label: string, meaning: string][] = [
  [
    'content',
    'Texts and pictures',
    'Articles, pages, events, members, past years and newsletters as Markdown, drafts too. Another program can read them, and so can you.',
  ],
  [
    'site',
    'The frozen site',
    'Every public page as a file that any web host can show. For the day when no one runs this site any more: people can still read it, but its forms no longer work.',
  ],
  [
    'people',
    'Subscribers and guests',
    'As tables. These are personal data: you enter your password if you did not in the last ten minutes, and any other administrators are told.',
  ],
];

/** Everything that the society has made, to take away. */
export function ExportScreen() {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const [chosen, setChosen] = useState<ExportPart[]>(['content', 'site']);
  const isOff = isBusy || chosen.length === 0;

  const choose = (part: ExportPart, isChosen: boolean) =>
    setChosen((now) => (isChosen ? [...now, part] : now.filter((one) => one !== part)));
  const download = () =>
    run(() =>
      withErrorToast(async () => {
        const answer = await api.open(`/export/admin?parts=${chosen.join(',')}`);
        saveFile(await answer.blob(), `export-${new Date().toISOString().slice(0, 10)}.zip`);
      }, 'The export broke off. Please try again.'),
    );

  return (
    <>
      <ScreenHead title="Export" about="One zip file with the parts that you tick." />
      <NarrowColumn>
        <Panel title="What goes into the file">
          <FormStack>
            {parts.map(([part, label, meaning]) => (
              <CheckboxField
                key={part}
                label={label}
                meaning={meaning}
                checked={chosen.includes(part)}
                onChange={(isChosen) => choose(part, isChosen)}
              />
            ))}
            <ActionRow>
              <Button aria-disabled={isOff} onClick={() => isOff || void download()}>
                {isBusy ? 'Exporting...' : 'Download'}
              </Button>
              <p className="small" role="status">
                {chosen.length === 0 && 'Tick at least one box first.'}
              </p>
            </ActionRow>
            <p className="tiny">
              A large site takes some minutes, because each page is made again. To bring this site back as it is, use a
              backup.
            </p>
          </FormStack>
        </Panel>
      </NarrowColumn>
    </>
  );
}
