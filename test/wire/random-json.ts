/** A seeded source of numbers from 0 to below 1 (mulberry32): the same values in every run. */
export const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const names = [
  'service',
  'service',
  'service',
  'success',
  'balance',
  'error',
  'message',
  'email',
  'code',
  'role',
  'free_email',
  'result',
  'reason',
  'send_transactional',
  'did_you_mean',
  'fullname',
  'firstname',
  'lastname',
  'photo',
  'data',
  'api',
  'start',
  'end',
  'calls',
  'list_id',
  'list_name',
  'status',
  'percentage',
  'download_link',
  'disposable',
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'length',
  '',
];
const scalars = [
  'null',
  'true',
  'false',
  '0',
  '1',
  '-0',
  '-1',
  '5',
  '7',
  '8',
  '5.5',
  '1e400',
  '1e21',
  '39',
  '""',
  '" "',
  '"0"',
  '"1"',
  '"true"',
  '"false"',
  '"8,5"',
  '"5"',
  '"9"',
  '","',
  '"-1"',
  '"NaN"',
  '"Infinity"',
  '"3198.6"',
  '"Safe to Send"',
  '"Risky"',
  '"Invalid"',
  '"Unknown"',
  '"Accept-all"',
  '"Disposable"',
  '"Deliverable, Role"',
  '"completed"',
  '"preparing"',
  '"constructor"',
  '"__proto__"',
  '"Wrong API"',
  '"per day"',
  '"jane@example.com"',
  '"\\ud800"',
  '"\\u0000"',
  '"<!doctype html>"',
];

/** The text of a random JSON value, in the interface's words more often than not. */
export const randomJson = (random: () => number, depth = 0): string => {
  const among = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? 'null';
  const kind = random();
  if (depth > 2 || kind < (depth ? 0.7 : 0.1)) return among(scalars);
  const members = Array.from({ length: Math.floor(random() * 16) }, () => randomJson(random, depth + 1));
  if (kind > 0.95) return `[${members.join()}]`;
  return `{${members.map((member) => `${JSON.stringify(among(names))}:${member}`).join()}}`;
};
