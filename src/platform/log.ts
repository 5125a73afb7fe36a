/** Structured logs: one JSON object a line on standard output. Never give it a token or an email address. */
import { redactEmailAddresses } from '#shared/email-address.ts';

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
export type LogLevel = keyof typeof levels;

type Fields = Record<string, unknown>;

export type Log = {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
};

export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: Fields = {}) => {
      if (levels[name] < levels[level]) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fields }, plainErrors)}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function plainErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const cause = value.cause instanceof Error ? { cause: value.cause } : {};
  // They may quote an address (an SMTP answer, a unique key).
  const [message, stack] = [value.message, value.stack ?? ''].map(redactEmailAddresses);
  return { name: value.name, message, stack, ...cause };
}
