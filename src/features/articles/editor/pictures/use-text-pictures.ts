import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useUnstoredGuard } from '#ui/leave-guard/use-leave-guard.ts';
import { fileNamesText, listPendingPictures, usePendingPictures, withoutPendingPictures } from './pending-pictures.ts';

/** The pictures and PDFs of a text that are being uploaded; `html` answers the text as it is now. Asks before they are left. */
export function useTextPictures(html: () => string) {
  const api = useApi();
  const [attaching] = useState(() => new Set<File>());
  const { isBusy, isPending } = usePendingPictures(html());
  useUnstoredGuard(isPending);
  // A session that ends does not ask.
  const tellLost = useEffectEvent(() => {
    const names = waiting();
    if (names) toast.warning(`Please choose ${names} again: it was not uploaded.`);
  });
  useEffect(() => () => tellLost(), []);

  /** What a press waits for: 'the picture “bat.png”', or ''. */
  function waiting(): string {
    const names = [fileNamesText('picture', listPendingPictures(html())), fileNamesText('PDF', [...attaching])];
    return names.filter(Boolean).join(' and ');
  }

  /** Whether uploads are still under way; then it says so. */
  function warnIfWaiting(): boolean {
    const names = waiting();
    const wayOut = names.startsWith('the PDF') ? '' : ', or take it out of the text';
    if (names) toast.warning(`Please wait for ${names}${wayOut}.`);
    return names !== '';
  }

  return { pictures: { api, attaching }, isUploading: isBusy, waiting, warnIfWaiting };
}

/** What a form of this text opens with: a picture that was never uploaded is not in a draft. */
export function openText<N extends string>(field: N) {
  return <V extends Record<N, string>>(values: V): V => ({ ...values, [field]: withoutPendingPictures(values[field]) });
}
