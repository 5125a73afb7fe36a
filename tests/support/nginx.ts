/** nginx in front of several processes of the site, as docs/how-to/several-processes.md has it, and nginx with a folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.ts';

export type Nginx = { url: string; output(): string; stop(): Promise<void> };

/** @throws Error with a sentence when there is none, or it does not start */
export function startNginx(port: number, sites: number[]): Promise<Nginx> {
  return start(port, (folder) => configuration(folder, inFrontOf(port, sites)));
}

/** As Debian sets it up: the files of a folder. */
export function serveFolderByNginx(port: number, root: string): Promise<Nginx> {
  const served = `include /etc/nginx/mime.types; server { listen 127.0.0.1:${port}; root "${root}"; index index.html; }`;
  return start(port, (folder) => configuration(folder, served));
}

async function start(port: number, configured: (folder: string) => string): Promise<Nginx> {
  const program = findProgram('nginx');
  if (!program) throw new Error('There is no nginx on this machine: install it (Debian: apt-get install nginx-light).');
  const folder = mkdtempSync(join(tmpdir(), 'site-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configured(folder));
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${output}`);
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return { url, output: () => output, stop };
  }
}

function configuration(folder: string, http: string): string {
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http {
  access_log off;
  ${own.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${http}
}
`;
}

function inFrontOf(port: number, sites: number[]): string {
  const servers = sites.map((site) => `server 127.0.0.1:${site} max_fails=1 fail_timeout=1s;`).join(' ');
  return `client_max_body_size 20m;
  upstream site { ${servers} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
      proxy_request_buffering off;
    }
  }`;
}
