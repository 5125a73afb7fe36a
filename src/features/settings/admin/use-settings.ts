import { useEffect, useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { siteName } from '#ui/page/site-name.ts';
import { defaultSettings, type SiteSettings } from '../settings.ts';

let known: SiteSettings | null = null;
let asked: Promise<SiteSettings> | null = null;

/** The site's settings, or the defaults until they are loaded and when loading fails. */
export function useSettings(): SiteSettings {
  return useSettingsOnceLoaded() ?? defaultSettings;
}

/** Null until they are loaded; the defaults when loading fails. */
export function useSettingsOnceLoaded(): SiteSettings | null {
  const api = useApi();
  const [settings, setSettings] = useState(known);
  useEffect(() => {
    if (known) return;
    asked ??= api.call<SiteSettings>('GET', '/settings');
    void asked.then(
      (loaded) => {
        rememberSettings(loaded);
        setSettings(loaded);
      },
      () => {
        asked = null;
        setSettings(defaultSettings);
      },
    );
  }, [api]);
  return settings;
}

/** After a save: the next screen starts with the new settings. */
export function rememberSettings(settings: SiteSettings): void {
  known = settings;
  siteName.set(settings.shortName);
}
