/** Structured logs: one JSON object a line on standard output. Never give it a token or an email address. */
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
  return { name: value.name, message: redacted(value.message), stack: redacted(value.stack ?? ''), ...cause };
}

/** Error texts may quote an address (an SMTP answer, a unique key). */
function redacted(text: string): string {
  // bounded: only the first character of a word begins a match, and a word is read once
  return text.replace(/(?<![^\s@<>"'=(])[^\s@<>"'=(]+@[^\s@<>"')]+/g, '[address]');
}
