/** An SMTP server that stops answering at one step of the conversation and keeps the connection open. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type HangingAt = 'connect' | 'rcpt' | 'data' | 'reset';

/** Use with `await using`. At `reset` it refuses the recipient first. */
export async function hangingSmtpServer(at: HangingAt) {
  const open = new Set<Socket>();
  let hanging = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    const hang = () => (hanging += 1);
    if (at === 'connect') return hang();
    socket.write('220 ready\r\n');
    let isData = false;
    let message = '';
    socket.on('data', (chunk) => {
      const line = chunk.toString('latin1').toUpperCase();
      if (isData) message += line;
      if (isData) return message.endsWith('\r\n.\r\n') ? hang() : undefined;
      if (at === 'rcpt' && line.startsWith('RCPT')) return hang();
      if (at === 'reset' && line.startsWith('RSET')) return hang();
      isData = line.startsWith('DATA');
      const refusal = at === 'reset' && line.startsWith('RCPT') ? '550 no' : null;
      return socket.write(`${refusal ?? (isData ? '354 go' : '250 ok')}\r\n`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Conversations that have come to the step. */
    hangingCount: () => hanging,
    openCount: () => open.size,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
