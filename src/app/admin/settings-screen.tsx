import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { listEvents } from '#features/events/events.client.ts';
import { notifyQuestion } from '#features/events/signup/save-questions.ts';
import { useQuestion } from '#features/events/signup/use-question.tsx';
import { listCountsOfEvents } from '#features/registrations/registrations-admin.client.ts';
import { SettingsForm, settingsSections } from '#features/settings/admin/settings-form.tsx';
import { getAdminSettings } from '#features/settings/settings.client.ts';
import type { AdminSettings } from '#features/settings/settings.schema.ts';
import { settingsMessages } from '#features/settings/settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api.ts';
import { staying } from '#ui/drafts/unsaved-context.ts';
import { Fetched } from '#ui/page/fetched.tsx';
import { Narrow, ScreenHead } from '#ui/page/screen-parts.tsx';
import { SectionNav } from '#ui/page/section-nav.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { HistoryButton } from './manage/history-button.tsx';
import { rememberSettings } from './use-settings.ts';

const sections = [
  ['/admin/settings', 'All', staying],
  ...Object.entries(settingsSections).map(([name, title]) => [`/admin/settings/${name}`, title, staying] as const),
  ['/admin/administrators', 'Sign-in'],
] as const;

export function SettingsScreen() {
  const api = useApi();
  const { section } = useParams();
  const load = useCallback(async () => {
    const settings = await getAdminSettings(api);
    rememberSettings(settings);
    return settings;
  }, [api]);
  const fetched = useFetched(load, settingsMessages.loadFailed);
  const [saved, setSaved] = useState<AdminSettings | null>(null);
  const [round, setRound] = useState(0);
  const { put, dialog } = useQuestion();

  function onSaved(settings: AdminSettings) {
    rememberSettings(settings);
    setSaved(settings);
  }

  /** The form begins anew. */
  async function reload() {
    await fetched.reload();
    setSaved(null);
    setRound((now) => now + 1);
  }

  /** Another time zone moves every event that is still to come, but for whole days. */
  async function ask({ timeZone }: { timeZone?: string }) {
    const people = timeZone === undefined ? 0 : await countGuestsToCome(api).catch(() => 0);
    if (people === 0) return {};
    const answer = await put(notifyQuestion(people));
    return answer === 'no' ? null : { notify: answer === 'yes' };
  }

  return (
    <>
      {dialog}
      <ScreenHead title="Settings" subtitle={savedText(saved ?? fetched.data)}>
        <HistoryButton form="settings" title="Settings" onRestored={() => void reload()} />
      </ScreenHead>
      <SectionNav label="Settings" links={sections} startsSection />
      <Fetched of={fetched}>
        {(data) => (
          <Narrow>
            <SettingsForm
              key={round}
              section={section}
              stored={saved ?? data}
              onSaved={onSaved}
              onReload={() => void reload()}
              ask={ask}
            />
          </Narrow>
        )}
      </Fetched>
    </>
  );
}

async function countGuestsToCome(api: Api): Promise<number> {
  const { items } = await listEvents(api, 'upcoming');
  const moved = items.filter(({ isAllDay, cancelledAt }) => !isAllDay && cancelledAt === null);
  const counts = await listCountsOfEvents(
    api,
    moved.map(({ id }) => id),
  );
  return counts.reduce((sum, { coming }) => sum + coming.people, 0);
}

function savedText(settings: AdminSettings | null): string {
  if (!settings?.savedAt) return 'What the whole site says about the society';
  const { savedAt, savedBy } = settings;
  return `Last saved on ${localInstantText(savedAt)}${savedBy ? ` by ${savedBy}` : ''}`;
}
