/** Types shared by several settings. */
import { z } from 'zod';

export const flag = z
  .string()
  .regex(/^(true|false|1|0|yes|no|)$/i, 'must be true or false')
  .transform((value) => /^(true|1|yes)$/i.test(value));

export function webAddressSchema() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .refine((value) => !/[?#,]/.test(value), 'must be one address, without ? or #');
}

/** An address with a name and a password in it; `form` shows how it looks. */
export function accountAddressSchema(protocol: RegExp, form: string) {
  const error = `must look like ${form}, with # / ? of the password written as %23 %2F %3F`;
  // `abort`: the next rules need an address that can be read.
  return z.url({ protocol, error, abort: true });
}

export function wholeNumberSchema(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number ${range}`,
    )
    .transform(Number);
}

export function withoutSlash(url: string): string {
  // bounded: only the first slash of a row begins a match
  return url.replace(/(?<!\/)\/+$/, '');
}
