import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { languageOf } from '../../src/element/languages.js';
import { en } from '../../src/element/locales/en.js';
import { aliases, importCatalogue, languageTags } from '../../src/element/locales/index.js';
import type { MessageKey } from '../../src/element/messages.js';

/** The languages that have a file. */
const tags = readdirSync(new URL('../../src/element/locales/', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const keys = Object.keys(en) as MessageKey[];
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

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
    assert.equal(await importCatalogue('zh-tw'), await importCatalogue('zh-hant'));
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
      for (const key of ['noAt', 'format', 'noDomain'] as const)
        assert.match(catalogue[key] ?? en[key], /example\.com/, `${tag}.${key}`);
    });
  }

  it('keep the English plain: no begging, no blame', () => {
    for (const text of Object.values(en)) assert.doesNotMatch(text, /\b(please|sorry|oops|invalid)\b/i);
  });
});
