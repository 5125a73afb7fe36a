/** Reads a password from the input, from a terminal without echo, or from the environment. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

type Source = { fromInput: boolean; given: string | undefined; question: string };

/** Null when there is none or it is empty. */
export async function readPassword({ fromInput, given, question }: Source): Promise<string | null> {
  if (fromInput) return (await text(process.stdin)).split(/\r?\n/)[0] || null;
  if (process.stdin.isTTY && process.stdout.isTTY) return (await askUnseen(question)) || null;
  return given || null;
}

async function askUnseen(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  const answer = await terminal.question('');
  terminal.close();
  process.stdout.write('\n');
  return answer;
}
