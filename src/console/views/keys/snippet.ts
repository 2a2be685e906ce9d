import type { ElementAttributes } from './policy-choices.js';

/** What a page is made with. */
export type Framework = 'html' | 'react' | 'vue';

/** What a snippet is made for. */
export interface SnippetOrder {
  readonly framework: Framework;
  /** The service's URL, such as `https://check.example.com`. */
  readonly serviceUrl: string;
  readonly publicKey: string;
  /** Further attributes of the element. */
  readonly attributes: ElementAttributes;
}

/** A line that is longer is broken: each attribute then has a line of its own. */
const LONGEST_LINE = 100;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A text as the value of an attribute in double quotes. HTML, JSX and Vue's templates read these entities alike. */
const escaped = (value: string): string => value.replace(/[&"<>]/g, (character) => entities[character]!);

const openingTag = (attributes: ElementAttributes, indent: string): string => {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === true ? name : `${name}="${escaped(value)}"`,
  );
  const line = `${indent}<${['email-check', ...written].join(' ')}>`;
  if (line.length <= LONGEST_LINE) return line;
  return [`${indent}<email-check`, ...written.map((each) => `${indent}  ${each}`), `${indent}>`].join('\n');
};

const html = (scriptUrl: string, attributes: ElementAttributes): string => `\
<script type="module" src="${escaped(scriptUrl)}"></script>

<form method="post">
${openingTag(attributes, '  ')}
    <label>Email <input type="email" name="email" autocomplete="email" required></label>
  </email-check>
  <button>Sign up</button>
</form>
`;

const react = (attributes: ElementAttributes): string => `\
import 'email-check-element/define';
import type {} from 'email-check-element/react';

export default function EmailField() {
  return (
${openingTag(attributes, '    ')}
      <label>
        Email <input type="email" name="email" autoComplete="email" required />
      </label>
    </email-check>
  );
}
`;

const vue = (attributes: ElementAttributes): string => `\
<script setup lang="ts">
import 'email-check-element/define';
import { ref } from 'vue';

const email = ref('');
</script>

<template>
${openingTag(attributes, '  ')}
    <label>Email <input v-model="email" type="email" name="email" autocomplete="email" required /></label>
  </email-check>
</template>
`;

/**
 * The code that puts an email field with the element on a page. The script tag comes from the service, which tells the element whom to
 * ask; with a framework the element comes from the npm package, so `base-url` names the service.
 */
export const snippetOf = ({ framework, serviceUrl, publicKey, attributes }: SnippetOrder): string => {
  const base = serviceUrl.replace(/\/$/, '');
  if (framework === 'html') return html(`${base}/email-check.js`, { 'public-key': publicKey, ...attributes });
  return { react, vue }[framework]({ 'base-url': base, 'public-key': publicKey, ...attributes });
};
