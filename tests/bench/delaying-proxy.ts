/** A connection over a distance, as a process of its own: what passes arrives later by half a round trip, each way. */
import { connect, createServer, type Socket } from 'node:net';

const [port, roundTripMs] = process.argv.slice(2).map(Number);

function pass(from: Socket, to: Socket): void {
  const later = (does: () => void) => setTimeout(does, Number(roundTripMs) / 2);
  from.setNoDelay(true);
  from.on('data', (chunk) => later(() => to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
}

const server = createServer({ allowHalfOpen: true }, (socket) => {
  const other = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  pass(socket, other);
  pass(other, socket);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
