/** The other side of `npm run bench -- speed`: bare `node:http` that gives the bytes and headers of a file to everyone. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  headers: string[];
  body: string;
};
const bytes = Buffer.from(body, 'base64');
const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
