import { useId } from 'react';
import { usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { useCopyToClipboard } from '#ui/use-copy-to-clipboard.ts';
import { subscriptionLinks } from './calendar-links.ts';
import styles from './calendar-menu.module.css';
import { CalendarLink, CalendarMenu } from './calendar-menu.tsx';

export function SubscribeToCalendar() {
  const links = subscriptionLinks(useSiteUrl(), usePageSettings().societyName);
  return (
    <CalendarMenu label="Subscribe to calendar" isInHead>
      <ul className="plain">
        <CalendarLink href={links.app}>Apple and phones</CalendarLink>
        <CalendarLink href={links.google} isElsewhere note="Google looks again about once a day.">
          Google
        </CalendarLink>
        <CalendarLink href={links.outlookAtWork} isElsewhere>
          Outlook at university or work
        </CalendarLink>
        <CalendarLink href={links.outlook} isElsewhere>
          Outlook.com
        </CalendarLink>
      </ul>
      <AddressToCopy address={links.address} />
    </CalendarMenu>
  );
}

function AddressToCopy({ address }: { address: string }) {
  const id = useId();
  const { field, told, copy } = useCopyToClipboard('Address copied', 'The address is selected.');

  return (
    <div className={styles.address}>
      <label htmlFor={id}>For any other calendar</label>
      <div className={styles.line}>
        <input ref={field} id={id} readOnly value={address} />
        <Button variant="quiet" size="small" data-scripted onClick={() => void copy(address)}>
          Copy
        </Button>
      </div>
      <p role="status">{told}</p>
    </div>
  );
}
