/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** What each vector calls if it runs, with its mark. */
const run = (mark: string): string => `hit('${mark}')`;

/** Texts that would run, load, lead away or disturb somewhere. Each contains its mark. */
const vectors: readonly ((mark: string) => string)[] = [
  (mark) => `<script>${run(mark)}</script>`,
  (mark) => `<img src=x onerror=${run(mark)}>`,
  (mark) => `"><svg onload=${run(mark)}>`,
  (mark) => `' autofocus onfocus=${run(mark)} x='`,
  (mark) => `</textarea></title><script>${run(mark)}</script>`,
  (mark) => `<iframe srcdoc="<script>parent.${run(mark)}</script>">`,
  (mark) => `<a href="javascript:${run(mark)}">x</a>`,
  (mark) => `javascript:${run(mark)}`,
  (mark) => `data:text/html,<script>${run(mark)}</script>`,
  (mark) => `<details open ontoggle=${run(mark)}>`,
  (mark) => `<math><mi xlink:href="javascript:${run(mark)}">`,
  (mark) => `<style>@import '//hostile.example/${mark}'</style>`,
  (mark) => `<img src=//hostile.example/${mark}>`,
  (mark) => `<base href=//hostile.example/${mark}/>`,
  (mark) => `<meta http-equiv=refresh content="0;//hostile.example/${mark}">`,
  (mark) => `<form action=//hostile.example/${mark}><input name=email>`,
  (mark) => `<x-hostile style="position:fixed">${mark}</x-hostile>`,
  (mark) => `<template shadowrootmode=open><script>${run(mark)}</script></template>`,
  (mark) => `<noscript><p title="</noscript><img src=x onerror=${run(mark)}>">`,
  (mark) => `{{constructor.constructor("${run(mark)}")()}}`,
  (mark) => `\${${run(mark)}}`,
  (mark) => `#{${run(mark)}}<%= ${run(mark)} %>`,
  (mark) => `<!--?lit$${mark}$--><!--?-->`,
  (mark) => `<!--${mark}--!><img src=x onerror=${run(mark)}>`,
  (mark) => `<?lit$${mark}$?>`,
  (mark) => `]]><script>${run(mark)}</script>`,
  (mark) => `__proto__ ${mark}`,
  (mark) => `constructor.${mark}.prototype`,
  (mark) => `{"__proto__":{"${mark}":1},"toString":null}`,
  (mark) => `'; DROP TABLE accounts; --${mark}`,
  (mark) => `" OR ""="${mark}`,
  (mark) => `=HYPERLINK("//hostile.example/${mark}";"x")`,
  (mark) => `@SUM(1)+cmd|' /C ${mark}'!A0`,
  (mark) => `&lt;script&gt;${mark}&#60;img src=x&gt;`,
  (mark) => `\u202e${mark}gpj.exe\u2066`,
  (mark) => `a\u200b\u200d${mark}\ufeff\u00ad`,
  (mark) => `\u0000${mark}\u001b[31m\u0007`,
  (mark) => `\ud800${mark}\udfff`,
  (mark) => `${mark}\r\nSet-Cookie: ${mark}=1\u2028${mark}`,
  (mark) => `../../${mark}/%2e%2e%2f%00?#`,
  (mark) => `${mark}${'Z\u0351\u0327\u0349'.repeat(12)}`,
];

type Mutation = (text: string, random: () => number) => string;

const mutations: readonly Mutation[] = [
  (text, random) => [...text].map((each) => (random() < 0.5 ? each.toUpperCase() : each.toLowerCase())).join(''),
  (text) => text.replaceAll('<', '\uff1c'),
  (text) => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  (text) => text.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (text) => text.replaceAll('<', '<\u0000'),
  (text) => text.replaceAll(' ', '/'),
  (text) => text.replaceAll(' ', '\t'),
  (text) => text.replaceAll("'", '`'),
  (text) => text.replaceAll('>', ''),
  (text) => `"'>${text}`,
  (text) => `-->${text}<!--`,
  (text) => `</p></td></bdi>${text}`,
  (text) => `\u202e${text}\u202c`,
  (text) => `${text}\u200f`,
  (text) => `=${text}`,
  (text) => `+${text}`,
  (text) => `\\"${text}\\`,
  (text) => `${text}\ud83d`,
  (text, random) => `${text}${'<b>'.repeat(Math.floor(random() * 100))}`,
  (text, random) => `${text}${'long '.repeat(Math.floor(random() * 400))}`,
];

const MARK = /q\d+q/gi;

/** The numbers of the hostile texts that a text contains. */
export const marksIn = (text: string): Set<number> =>
  new Set([...text.matchAll(MARK)].map(([mark]) => Number(mark.slice(1, -1))));

/** Changes a text everywhere but in its marks, by which it is found again. */
const mutated = (text: string, mutate: Mutation, random: () => number): string => {
  // The first part alone: a text that is longer for each mark soon has no end.
  const [start = '', ...rest] = text.split(/(q\d+q)/i);
  return [mutate(start, random), ...rest].join('');
};

/** A hostile text; the same one for the same number. One in twenty may be longer than `most`, in UTF-16 units. */
export const hostileText = (number: number, most = 400): string => {
  const random = randomFrom(number);
  const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  let text = one(vectors)(`q${number}q`);
  const isAnyLength = random() < 0.05;
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    const next = mutated(text, one(mutations), random);
    if (isAnyLength || next.length <= most) text = next;
  }
  return text;
};
