/** An SMTP server that takes everything and keeps nothing, as a process of its own, so that it has a core to itself. */
import { createServer } from 'node:net';

let taken = 0;

const server = createServer((socket) => {
  let isData = false;
  let rest = '';
  socket.setNoDelay(true);
  socket.write('220 sink ESMTP\r\n');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (;;) {
      if (isData) {
        const end = rest.indexOf('\r\n.\r\n');
        if (end < 0) {
          rest = rest.slice(-4);
          return;
        }
        rest = rest.slice(end + 5);
        isData = false;
        taken += 1;
        socket.write('250 taken\r\n');
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const command = rest.slice(0, 4).toUpperCase();
      rest = rest.slice(end + 2);
      if (command === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n');
      else if (command === 'DATA') {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('message', () => process.send?.({ taken }));
