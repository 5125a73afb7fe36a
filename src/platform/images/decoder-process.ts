/** The child process of `decode-image.ts`: decodes one picture after the other and exits when its parent is gone. */
import { Invalid } from '#platform/errors.ts';
import { convertImage } from './convert-image.ts';
import type { DecodeRequest, DecodeResult } from './decode-image.ts';

process.on('message', ({ bytes, type, effort }: DecodeRequest) => {
  void convertImage(bytes, type, effort)
    .then(
      (picture): DecodeResult => ({ picture }),
      (error: unknown): DecodeResult =>
        error instanceof Invalid
          ? { refusal: error.message }
          : { failure: error instanceof Error ? error.message : '' },
    )
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
// Ctrl-C and a host's stop reach every process of the group; the site still finishes the picture in work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
