import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { WithDraft } from '#features/drafts/with-draft.tsx';
import { guestsToldSentence } from '#features/events/signup/guest-count.ts';
import { SettingsForm, settingsSections } from '#features/settings/admin/settings-form.tsx';
import { rememberSettings } from '#features/settings/admin/use-settings.ts';
import type { AdminSettings } from '#features/settings/settings.schema.ts';
import { settingsMessages } from '#features/settings/settings.ts';
import { localInstantText } from '#shared/instants.ts';
import { designColors, paletteCss } from '#shared/look/palette.ts';
import { useApi } from '#ui/api-context.ts';
import { staying } from '#ui/leave-guard/use-leave-guard.ts';
import { Fetched } from '#ui/page/fetched.tsx';
import { NarrowColumn, ScreenHead } from '#ui/page/screen-parts.tsx';
import { SectionNav } from '#ui/page/section-nav.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { HistoryButton } from './manage/history-button.tsx';

const sections = [
  ['/admin/settings', 'All', staying],
  ...Object.entries(settingsSections).map(([name, title]) => [`/admin/settings/${name}`, title, staying] as const),
  ['/admin/administrators', 'Administrators'],
] as const;

export function SettingsScreen() {
  const api = useApi();
  const { section } = useParams();
  const load = useCallback(async () => {
    const settings = await api.call<AdminSettings>('GET', '/settings/admin');
    rememberSettings(settings);
    return settings;
  }, [api]);
  const fetched = useFetched(load, settingsMessages.loadFailed);
  const [saved, setSaved] = useState<AdminSettings | null>(null);
  const [round, setRound] = useState(0);
  const accentColor = (saved ?? fetched.data)?.accentColor;
  useEffect(() => {
    if (accentColor !== undefined) showColour(accentColor);
  }, [accentColor]);

  function onSaved(settings: AdminSettings) {
    rememberSettings(settings);
    setSaved(settings);
  }

  /** Resets the form. */
  async function reload() {
    await fetched.reload();
    setSaved(null);
    setRound((now) => now + 1);
  }

  return (
    <>
      <ScreenHead title="Settings" about={savedText(saved ?? fetched.data)}>
        <HistoryButton form="settings" title="Settings" onRestored={() => void reload()} />
      </ScreenHead>
      <SectionNav label="Settings" links={sections} startsSection />
      <Fetched of={fetched}>
        {(data) => (
          <NarrowColumn>
            <WithDraft key={round} form="settings">
              <SettingsForm
                section={section}
                stored={saved ?? data}
                onSaved={onSaved}
                onReload={() => void reload()}
                toldSentence={guestsToldSentence}
              />
            </WithDraft>
          </NarrowColumn>
        )}
      </Fetched>
    </>
  );
}

/** The page may have come with another colour. */
function showColour(accentColor: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media screen{:root{${paletteCss(accentColor || designColors.deep[0])}}}`);
  document.adoptedStyleSheets = [sheet];
}

function savedText(settings: AdminSettings | null): string | undefined {
  if (!settings?.savedAt) return undefined;
  const { savedAt, savedBy } = settings;
  return `Last saved on ${localInstantText(savedAt)}${savedBy ? ` by ${savedBy}` : ''}`;
}
