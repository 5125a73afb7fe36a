/** The settings of a bucket: of the pictures, or of the second copies of backups. */
import { z } from 'zod';
import { flag, webAddressSchema, withoutSlash } from './setting-types.ts';

/** A bucket of any server that speaks S3. */
export type S3Settings = {
  /** Without a trailing slash, as `publicUrl`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where visitors may read the bucket; undefined: the site serves it. */
  publicUrl: string | undefined;
  /** The bucket's name is part of the host, not of the path. */
  usesVirtualHost: boolean;
};

type Prefix = 'S3_' | 'BACKUP_S3_';

const rules = {
  ENDPOINT: webAddressSchema().optional(),
  REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'must be the name of a region such as eu-central-1')
    .default('us-east-1'),
  ACCESS_KEY_ID: z.string().regex(/^\S+$/, 'must not contain spaces').optional(),
  SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, 'must not contain spaces').optional(),
  VIRTUAL_HOST: flag.default(false),
};

type Rules<P extends Prefix> = { [Name in keyof typeof rules as `${P}${Name}`]: (typeof rules)[Name] } & {
  [Name in `${P}BUCKET`]: z.ZodDefault<z.ZodString>;
};

export function s3EnvironmentSchema<P extends Prefix>(prefix: P, usualBucket: string): Rules<P> {
  const bucket = z
    .string()
    .regex(/^[a-z0-9][a-z0-9 ._-]{1,61}[a-z0-9]$/i, 'must be the name of a bucket')
    .default(usualBucket);
  const { ENDPOINT, ...others } = rules;
  const all = { ENDPOINT, BUCKET: bucket, ...others };
  return Object.fromEntries(Object.entries(all).map(([name, rule]) => [prefix + name, rule])) as Rules<P>;
}

export function isSameBucket(one: S3Settings | undefined, other: S3Settings | undefined): boolean {
  return one !== undefined && one.endpoint === other?.endpoint && one.bucket === other.bucket;
}

/** Undefined unless every required setting is set. */
export function s3Settings(env: Record<string, unknown>, prefix: Prefix): S3Settings | undefined {
  const text = (name: string) => env[prefix + name] as string | undefined;
  const [endpoint, accessKeyId, secretAccessKey] = [text('ENDPOINT'), text('ACCESS_KEY_ID'), text('SECRET_ACCESS_KEY')];
  if (!endpoint || !accessKeyId || !secretAccessKey) return undefined;
  const publicUrl = text('PUBLIC_URL');
  return {
    endpoint: withoutSlash(endpoint),
    bucket: text('BUCKET') ?? '',
    region: text('REGION') ?? '',
    accessKeyId,
    secretAccessKey,
    publicUrl: publicUrl && withoutSlash(publicUrl),
    usesVirtualHost: env[`${prefix}VIRTUAL_HOST`] === true,
  };
}
