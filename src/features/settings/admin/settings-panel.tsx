import type { ReactNode } from 'react';
import { FormStack, Panel } from '#ui/page/screen-parts.tsx';
import { type TextSetting, textSettings } from '../settings.ts';
import styles from './settings-form.module.css';
import type { useSettingsForm } from './use-settings-form.ts';

export type Group = { form: ReturnType<typeof useSettingsForm> };

const groups = {
  society: 'Society',
  look: 'Look',
  home: 'Home page',
  about: 'About',
  footer: 'Footer',
  pictures: 'Pictures',
  time: 'Time',
  guests: 'Guests',
  newsletter: 'Newsletter',
} as const;

export function SettingsPanel({ name, children }: { name: keyof typeof groups; children: ReactNode }) {
  return (
    <div id={name}>
      <Panel title={groups[name]}>
        <div className={styles.group}>
          <FormStack>{children}</FormStack>
        </div>
      </Panel>
    </div>
  );
}

export function settingFieldProps(form: Group['form'], key: TextSetting) {
  const { label, limit, needed } = textSettings[key];
  return {
    label,
    limit,
    counted: 'late' as const,
    required: needed,
    autoComplete: 'off',
    ...form.field(key),
  };
}
