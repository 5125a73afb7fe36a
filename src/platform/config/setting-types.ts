/** Types shared by several settings. */
import { z } from 'zod';

export const flag = z
  .string()
  .regex(/^(true|false|1|0|yes|no|)$/i, 'must be true or false')
  .transform((value) => /^(true|1|yes)$/i.test(value));

export function webAddressSchema() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .refine((value) => !/[?#]/.test(value), 'must not have a ? or # in it');
}

export function withoutSlash(url: string): string {
  // bounded: only the first slash of a row begins a match
  return url.replace(/(?<!\/)\/+$/, '');
}
