/** Loaded before a program: says which file or folder is written to the disk, which gets its name and which is removed, in this order. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const say = (verb: string, path: unknown) => console.log(`${verb} ${String(path)}`);
const nameOf = (fd: number) => fs.readlinkSync(`/proc/self/fd/${fd}`);

const { fsync } = fs;
fs.fsync = ((fd: number, done: fs.NoParamCallback) => {
  say('sync', nameOf(fd));
  fsync(fd, done);
}) as typeof fs.fsync;
const handle = await fs.promises.open(process.execPath);
const prototype = Object.getPrototypeOf(handle) as fs.promises.FileHandle;
await handle.close();
const sync = Reflect.get(prototype, 'sync') as (this: fs.promises.FileHandle) => Promise<void>;
prototype.sync = async function (this: fs.promises.FileHandle) {
  say('sync', nameOf(this.fd));
  return sync.call(this);
};
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  say('rename', to);
  return rename(from, to);
};
const { renameSync, rmSync } = fs;
fs.renameSync = (from, to) => {
  say('rename', to);
  renameSync(from, to);
};
fs.rmSync = (path, options) => {
  say('remove', path);
  rmSync(path, options);
};
syncBuiltinESMExports();
