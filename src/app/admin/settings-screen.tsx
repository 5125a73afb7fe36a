import { useCallback, useEffect, useState } from 'react';
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
import { attempt, type Loaded } from '#ui/loaded.ts';
import { Narrow, ScreenHead } from '#ui/page/screen-parts.tsx';
import { SectionNav } from '#ui/page/section-nav.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { ErrorState } from '#ui/page/states.tsx';
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
  const [loaded, setLoaded] = useState<Loaded<AdminSettings> | null>(null);
  const [round, setRound] = useState(0);
  const load = useCallback(async () => {
    setLoaded(null);
    const answer = await attempt(getAdminSettings(api), settingsMessages.loadFailed);
    if (answer.ok) rememberSettings(answer.data);
    setLoaded(answer);
    setRound((now) => now + 1);
  }, [api]);
  useEffect(() => void load(), [load]);
  const { put, dialog } = useQuestion();

  function onSaved(saved: AdminSettings) {
    rememberSettings(saved);
    setLoaded({ ok: true, data: saved });
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
      <ScreenHead title="Settings" subtitle={loaded?.ok ? savedText(loaded.data) : subtitle}>
        <HistoryButton form="settings" title="Settings" onRestored={() => void load()} />
      </ScreenHead>
      <SectionNav label="Settings" links={sections} startsSection />
      {loaded === null ? (
        <Spinner />
      ) : !loaded.ok ? (
        <ErrorState message={loaded.message} retryLabel="Retry" onRetry={() => void load()} />
      ) : (
        <Narrow>
          <SettingsForm
            key={round}
            section={section}
            stored={loaded.data}
            onSaved={onSaved}
            onReload={() => void load()}
            ask={ask}
          />
        </Narrow>
      )}
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

const subtitle = 'What the whole site says about the society';

function savedText({ savedAt, savedBy }: AdminSettings): string {
  if (!savedAt) return subtitle;
  return `Last saved on ${localInstantText(savedAt)}${savedBy ? ` by ${savedBy}` : ''}`;
}
