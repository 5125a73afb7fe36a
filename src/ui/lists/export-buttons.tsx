import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { saveFile } from '#ui/save-file.ts';

type TableFormat = 'xlsx' | 'csv';

type Props = {
  /** Which of the lists it is: 'Coming'. */
  what: string;
  /** The file name, without its extension. */
  name: string;
  /** Of the call that answers it. */
  pathOf: (format: TableFormat) => string;
  size?: 'small';
};

/** A list as a file: the workbook first, in which spreadsheet programs change nothing. */
export function ExportButtons({ what, name, pathOf, size }: Props) {
  const api = useApi();
  const download = (format: TableFormat) =>
    withErrorToast(
      async () => saveFile(await (await api.open(pathOf(format))).blob(), `${name}.${format}`),
      'Failed to export the list. Please try again.',
    );
  const all = `Export all ${what.toLowerCase()}`;
  const look = { variant: 'quiet', size } as const;
  return (
    <>
      <Button {...look} onClick={() => void download('xlsx')}>
        {all} as Excel
      </Button>
      <Button {...look} aria-label={`${all} as CSV`} onClick={() => void download('csv')}>
        CSV
      </Button>
    </>
  );
}
