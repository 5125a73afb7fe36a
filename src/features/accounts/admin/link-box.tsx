import { useSettings } from '#features/settings/admin/use-settings.ts';
import { instantText } from '#shared/dates.ts';
import { Button } from '#ui/forms/button.tsx';
import { CopyLinkField } from '#ui/forms/copy-link-field.tsx';
import { moveFocusOnRemoval } from '#ui/page/focus.ts';
import { Notice } from '#ui/page/screen-parts.tsx';
import type { NewInvitation } from '../account.schema.ts';

/** A link that is shown only once. */
export function LinkBox({ made, whom, onClose }: { made: NewInvitation; whom: string; onClose: () => void }) {
  const { timeZone } = useSettings();
  return (
    <div ref={moveFocusOnRemoval} role="group" aria-label={`Link for ${whom}`}>
      <Notice isWarning>
        <p>
          {made.mailed ? `The invitation is on its way to ${whom}. ` : ''}
          {made.mailed ? 'You can also pass this link on yourself.' : `Pass this link on to ${whom}.`} It works once,
          until {instantText(made.expiresAt, timeZone)}, and is not shown again.
        </p>
        <CopyLinkField label="Link" value={made.link}>
          <Button size="small" variant="quiet" onClick={onClose}>
            Done
          </Button>
        </CopyLinkField>
      </Notice>
    </div>
  );
}
