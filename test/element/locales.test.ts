import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { en } from '../../src/element/locales/en.js';
import type { Catalogue, MessageKey } from '../../src/element/messages.js';

const folder = new URL('../../src/element/locales/', import.meta.url);
const tags = readdirSync(folder).map((name) => name.replace('.ts', '')).filter((tag) => tag !== 'en');
const keys = Object.keys(en) as MessageKey[];
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** The official languages of the European Union, English left out. */
const union = 'bg cs da de el es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');

describe('the locales', () => {
  it('are thirty and more: the Union’s, right-to-left ones, Chinese, Japanese and Korean', () => {
    for (const tag of [...union, 'ar', 'he', 'fa', 'zh', 'ja', 'ko']) assert.ok(tags.includes(tag), tag);
    assert.ok(tags.length >= 30);
  });

  for (const tag of tags) {
    it(`${tag} has every text, its placeholders, and nothing else`, async () => {
      const { catalogue } = (await import(new URL(`${tag}.ts`, folder).href)) as { catalogue: Catalogue };
      assert.deepEqual(Object.keys(catalogue), keys);
      for (const key of keys) {
        const text = catalogue[key];
        assert.deepEqual(placeholdersOf(text), placeholdersOf(en[key]), `${tag}.${key}`);
        assert.equal(text, text.trim().normalize('NFC'), `${tag}.${key}`);
        // Direction is the element's matter, and markup nobody's.
        assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e\u2066-\u2069<>]|[.。]$/, `${tag}.${key}`);
      }
      assert.match(catalogue.tooLong, /254|۲۵۴|٢٥٤/);
      for (const key of ['noAt', 'format', 'noDomain'] as const) assert.match(catalogue[key], /example\.com/, `${tag}.${key}`);
    });
  }

  it('keep the English plain: no begging, no blame', () => {
    for (const text of Object.values(en)) assert.doesNotMatch(text, /\b(please|sorry|oops|invalid)\b/i);
  });
});
