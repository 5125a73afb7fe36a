/** Programs of others that read calendars: `ical.js`, and Debian's `python3-icalendar` and `khal`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ical from 'ical.js';
import { findProgram, isLacking } from './programs.ts';

/** Times are ISO: a date alone, or an instant of whole seconds in UTC. Null for what is not there. */
export type ReadEvent = {
  uid: string;
  stamp: string;
  created: string;
  modified: string;
  sequence: number;
  start: string;
  end: string | null;
  summary: string;
  location: string | null;
  description: string;
  url: string;
  status: string;
  transparency: string | null;
};
export type ReadCalendar = { name: string | null; refresh: string | null; events: ReadEvent[] };

type Component = InstanceType<typeof ical.Component>;

export function readByIcalJs(text: string): ReadCalendar {
  const calendar = new ical.Component(ical.parse(text));
  const value = (component: Component, name: string) => component.getFirstPropertyValue(name)?.toString() ?? null;
  const needed = (component: Component, name: string) => value(component, name) ?? `no ${name}`;
  return {
    // Neither reader knows the type of such a name.
    name: value(calendar, 'x-wr-calname')?.replace(/\\([\\;,])/g, '$1') ?? null,
    refresh: value(calendar, 'refresh-interval'),
    events: calendar.getAllSubcomponents('vevent').map((event) => ({
      uid: needed(event, 'uid'),
      stamp: needed(event, 'dtstamp'),
      created: needed(event, 'created'),
      modified: needed(event, 'last-modified'),
      sequence: Number(value(event, 'sequence')),
      start: needed(event, 'dtstart'),
      end: value(event, 'dtend'),
      summary: needed(event, 'summary'),
      location: value(event, 'location'),
      description: needed(event, 'description'),
      url: needed(event, 'url'),
      status: needed(event, 'status'),
      transparency: value(event, 'transp'),
    })),
  };
}

const readByIcalendar = `
import datetime, json, sys, icalendar

def text(component, name):
    value = component.get(name)
    return None if value is None else str(value)

def when(component, name):
    value = component.get(name)
    if value is None: return None
    if not isinstance(value.dt, datetime.datetime): return value.dt.isoformat()
    return value.dt.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')

calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
faults = calendar.errors + [fault for event in calendar.walk('VEVENT') for fault in event.errors]
assert not faults, faults
name = text(calendar, 'x-wr-calname')
refresh = calendar.get('refresh-interval')
json.dump({
    'name': name and icalendar.parser.unescape_char(name),
    'refresh': refresh and (refresh if isinstance(refresh, str) else refresh.to_ical().decode()),
    'events': [{
        'uid': text(event, 'uid'), 'stamp': when(event, 'dtstamp'), 'created': when(event, 'created'),
        'modified': when(event, 'last-modified'), 'sequence': int(event['sequence']),
        'start': when(event, 'dtstart'), 'end': when(event, 'dtend'), 'summary': text(event, 'summary'),
        'location': text(event, 'location'), 'description': text(event, 'description'), 'url': text(event, 'url'),
        'status': text(event, 'status'), 'transparency': text(event, 'transp'),
    } for event in calendar.walk('VEVENT')],
}, sys.stdout)
`;

export const hasPythonReader = !isLacking('python3-icalendar');
const python = (hasPythonReader && findProgram('python3-icalendar')) || '';

/** @throws Error with what Python says when it cannot read all of it */
export function readByPython(text: string): ReadCalendar {
  const { status, stdout, stderr } = spawnSync(python, ['-c', readByIcalendar], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReadCalendar;
}

/** What khal lists of the calendar, in UTC, a line for each event: 'start | end | title | place'. */
export function listByKhal(text: string, from: string, days: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'khal-'));
  try {
    mkdirSync(join(folder, 'society'));
    writeFileSync(join(folder, 'feed.ics'), text);
    writeFileSync(join(folder, 'config'), khalConfig(folder));
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('khal', ['-c', join(folder, 'config'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
      });
      if (status !== 0) throw new Error(stdout + stderr);
      return stdout;
    };
    run('import', '--batch', '-a', 'society', join(folder, 'feed.ics'));
    const format = '{start} | {end} | {title} | {location}';
    const listed = run('list', '--once', '--day-format', '', '--format', format, from, `${days}d`);
    return listed.split('\n').filter(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For the calendar in `society` below the folder, in UTC. */
export function khalConfig(folder: string): string {
  const zone = 'local_timezone = UTC\ndefault_timezone = UTC';
  const formats = 'dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ntimeformat = %H:%M';
  const both = 'datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M';
  return `[calendars]\n[[society]]\npath = ${folder}/society\n[sqlite]\npath = ${folder}/khal.db\n[locale]\n${zone}\n${formats}\n${both}\n`;
}
