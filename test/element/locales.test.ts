import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { languageOf } from '../../src/element/languages.js';
import { en } from '../../src/element/locales/en.js';
import { aliases, importCatalogue, languageTags, type LocaleFile } from '../../src/element/locales/index.js';
import type { MessageKey } from '../../src/element/messages.js';

const folder = new URL('../../src/element/locales/', import.meta.url);

/** The languages that have a file. */
const tags = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const keys = Object.keys(en) as MessageKey[];
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Languages whose file a native speaker has read. Their files have no mark. */
const reviewed: readonly string[] = [];

/**
 * How many characters a text may have so that it has a chance to fit in one line, by the widest script that it is written in:
 * combining marks, which take no room, are not counted. `text-widths.browser.test.ts` measures.
 */
const bounds: readonly (readonly [script: RegExp, characters: number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 28],
  [/\p{Script=Devanagari}/u, 30],
  [/[\p{Script=Cyrillic}\p{Script=Greek}]/u, 38],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 42],
  [/(?:)/, 44],
];

/** The official languages of the European Union, English left out. */
const union = 'bg cs da de el es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');

describe('the locales', () => {
  it('are thirty and more: the Union’s, right-to-left ones, Chinese, Japanese and Korean', () => {
    for (const tag of [...union, 'ar', 'he', 'fa', 'zh', 'ja', 'ko']) assert.ok(tags.includes(tag), tag);
    assert.ok(tags.length >= 30);
  });

  it('are all found by name', async () => {
    const fetched = await Promise.all([...tags, ...Object.keys(aliases)].map(importCatalogue));
    assert.ok(fetched.every(({ safe }) => safe));
    await assert.rejects(importCatalogue('sw'));
    assert.deepEqual(languageTags(), ['en', ...tags, ...Object.keys(aliases)].sort());
    assert.deepEqual(await importCatalogue('zh-tw'), await importCatalogue('zh-hant'));
  });

  it('are found by the tags that pages write', () => {
    const rows = {
      de: 'de',
      'de-AT': 'de',
      'en-GB': 'en',
      'pt-PT': 'pt',
      'pt-BR': 'pt-br',
      zh: 'zh',
      'zh-CN': 'zh',
      'zh-Hans-SG': 'zh',
      'zh-Hant-TW': 'zh-hant',
      'zh-TW': 'zh-tw',
      'zh-HK': 'zh-hk',
      no: 'no',
      '': 'en',
      '<b>': 'en',
    };
    for (const [tag, language] of Object.entries(rows)) assert.equal(languageOf(tag), language, tag);
  });

  for (const tag of tags) {
    it(`${tag} has texts of the catalogue and nothing else, with their placeholders`, async (t) => {
      const catalogue = await importCatalogue(tag);
      const lacking = keys.filter((key) => catalogue[key] === undefined);
      // English stands in for them.
      if (lacking.length) t.diagnostic(`measured: ${tag} lacks ${lacking.join(' ')}`);
      assert.deepEqual(
        Object.keys(catalogue),
        keys.filter((key) => !lacking.includes(key)),
      );
      for (const [key, text] of Object.entries(catalogue) as [MessageKey, string][]) {
        assert.deepEqual(placeholdersOf(text), placeholdersOf(en[key]), `${tag}.${key}`);
        assert.equal(text, text.trim().normalize('NFC'), `${tag}.${key}`);
        // Direction is the element's matter, and markup nobody's.
        assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e\u2066-\u2069<>]|[.。]$/, `${tag}.${key}`);
      }
      assert.match(catalogue.tooLong ?? en.tooLong, /254|۲۵۴|٢٥٤/);
      for (const key of ['noAt', 'format'] as const)
        assert.match(catalogue[key] ?? en[key], /@example\.com/, `${tag}.${key}`);
      // An ending alone begins with its dot, which a right-to-left text would put on the wrong side of it.
      assert.match(
        catalogue.noEnding ?? en.noEnding,
        /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(catalogue.safe ?? '') ? /example\.com/ : /\.com/,
      );
      // Who speaks to a machine says what stands on the button (WCAG 2.2, 2.5.3).
      const { undo, changeBack } = { ...en, ...catalogue };
      assert.ok(changeBack.toLowerCase().startsWith(undo.toLowerCase()), `${tag}.changeBack begins with ${undo}`);
    });

    it(`${tag} is marked as long as no native speaker has read it, with a key that is no text`, async () => {
      const file = JSON.parse(readFileSync(new URL(`${tag}.json`, folder), 'utf8')) as LocaleFile;
      assert.equal(file['@status'], reviewed.includes(tag) ? undefined : 'not reviewed by a native speaker');
      assert.ok(!('@status' in (await importCatalogue(tag))));
    });
  }

  it('have short texts without exclamations', async () => {
    const rows = await Promise.all(tags.map(async (tag) => [tag, await importCatalogue(tag)] as const));
    for (const [tag, catalogue] of [['en', en] as const, ...rows]) {
      for (const [key, text] of Object.entries(catalogue)) {
        assert.doesNotMatch(text, /[!！¡]/, `${tag}.${key}`);
        const [, bound] = bounds.find(([script]) => script.test(text))!;
        const length = [...text.replace(/\p{Mark}/gu, '')].length;
        assert.ok(length <= bound, `${tag}.${key} has ${length} characters, of ${bound} at most: ${text}`);
      }
    }
  });

  it('keep the English plain: no begging, no blame', () => {
    for (const text of Object.values(en)) assert.doesNotMatch(text, /\b(please|sorry|oops|invalid)\b/i);
  });
});
