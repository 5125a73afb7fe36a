/** Normalises and checks each type of setting. */
import { z } from '@hono/zod-openapi';
import { ImageUrl } from '#platform/http/schemas.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { withoutControlCharacters } from '#shared/text.ts';
import { isWebAddress } from '#shared/web-address.ts';
import {
  defaultSettings,
  type pictureSettings,
  settingsLimits,
  settingsMessages,
  type TextSetting,
  textSettings,
} from './settings.ts';

export function withUnixLineEnds(value: string): string {
  return value.replace(/\r\n?/g, '\n');
}

/** The fields of all texts. */
export function mapTextSettings<T>(schemaOf: (key: TextSetting) => T): Record<TextSetting, T> {
  const keys = Object.keys(textSettings) as TextSetting[];
  return Object.fromEntries(keys.map((key) => [key, schemaOf(key)])) as Record<TextSetting, T>;
}

export function textSettingSchema(key: TextSetting, tidy: (value: string) => string) {
  return checkedTextSchema((value) => textProblem(key, value), textSettings[key].limit, tidy);
}

export function checkedTextSchema(
  problem: (value: string) => string | null,
  maxLength: number,
  tidy = (value: string) => value,
) {
  return z
    .string()
    .transform((value) => tidy(withoutControlCharacters(value)).trim())
    .superRefine((value, context) => {
      const message = problem(value);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .openapi({ type: 'string', maxLength });
}

export function inOneLine(value: string): string {
  return value.replace(/\s+/g, ' ');
}

export function pictureSchema(key: (typeof pictureSettings)[number]) {
  return ImageUrl.transform((value) => value ?? defaultSettings[key]).openapi({ type: 'string' });
}

function textProblem(key: TextSetting, value: string): string | null {
  const { label, limit, needed } = textSettings[key];
  if (needed && value === '') return `Please enter the ${label.toLowerCase()}`;
  if (value.length > limit) return `${label} must be at most ${limit} characters`;
  const isMistyped = key === 'securityContact' && value !== '' && !isEmailAddress(value);
  return isMistyped ? settingsMessages.notAnEmail : null;
}

export function addressProblem(url: string): string | null {
  if (url.length > settingsLimits.address) return settingsMessages.addressTooLong;
  if (/^https?:\S*\s/i.test(url)) return settingsMessages.blankInAddress;
  return isWebAddress(url) ? null : settingsMessages.notAnAddress;
}

export function labelProblem(label: string): string | null {
  if (label === '') return settingsMessages.noLabel;
  return label.length > settingsLimits.socialLabel ? settingsMessages.labelTooLong : null;
}
