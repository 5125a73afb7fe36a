import { useSettingsOnceLoaded } from '#features/settings/admin/use-settings.ts';

/** The title of a page without a session. */
export function SessionTitle({ children }: { children: string }) {
  const settings = useSettingsOnceLoaded();
  return <title>{settings ? `${children} · ${settings.shortName} Admin` : children}</title>;
}
