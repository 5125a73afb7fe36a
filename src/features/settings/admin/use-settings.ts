import { useEffect, useState } from 'react';
import { useApi } from '#ui/api-context.ts';
import { siteName } from '#ui/page/site-name.ts';
import { defaultSettings, type SiteSettings } from '../settings.ts';

let known: SiteSettings | null = null;
let asked: Promise<SiteSettings> | null = null;

const notLoaded: SiteSettings = { ...defaultSettings, shortName: siteName.get() };

/** The site's settings. Until they are loaded and when loading fails the defaults, with the society's own name. */
export function useSettings(): SiteSettings {
  return useSettingsOnceLoaded() ?? notLoaded;
}

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
        setSettings(notLoaded);
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
