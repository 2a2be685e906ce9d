import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { transform } from 'esbuild';
import { parseDocument } from 'htmlparser2';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import {
  policyAttributes,
  defaultChoices,
  type ElementAttributes,
} from '../../src/console/views/keys/policy-choices.js';
import { snippetOf, type Framework } from '../../src/console/views/keys/snippet.js';
import { createProject, type Project } from '../project.js';

/** Values as a service could name itself, and as none does. */
const values: Readonly<Record<string, { readonly serviceUrl: string; readonly publicKey: string }>> = {
  'a service and a key': { serviceUrl: 'https://check.example.com', publicKey: 'public_Kq7ZwX2mVt9LpKq7ZwX2mV' },
  'a place of a key': { serviceUrl: 'http://localhost:8780', publicKey: 'public_…x2mV' },
  'characters of markup': { serviceUrl: 'https://a.example/"<&>', publicKey: '"><img src=x onerror=alert(1)>' },
  'characters of templates': { serviceUrl: 'https://a.example/${a}{{b}}`\\', publicKey: "{{ 1 }}{'x'}*/ --> ]]>" },
  'entities, which stay as they are': { serviceUrl: 'https://a.example/?a&quot;b', publicKey: 'public_&lt;&#x41;' },
  'the end of a script': { serviceUrl: 'https://a.example/</script>', publicKey: '</template></script>' },
};

const policies: Readonly<Record<string, ElementAttributes>> = {
  'no policy': {},
  'a long policy': policyAttributes({
    ...defaultChoices,
    role: 'block',
    free: 'warn',
    typo: 'allow',
    'no-override': true,
  }),
};

const cases = Object.entries(values).flatMap(([name, value]) =>
  Object.entries(policies).map(([policy, attributes]) => ({ name: `${name}, with ${policy}`, ...value, attributes })),
);

/** What the element is to be given. Entries with `true` have no value. */
const expected = (
  { serviceUrl, publicKey, attributes }: (typeof cases)[number],
  framework: Framework,
): ElementAttributes => ({
  ...(framework !== 'html' && { 'base-url': serviceUrl }),
  'public-key': publicKey,
  ...attributes,
});

const snippet = (framework: Framework, order: (typeof cases)[number]): string => snippetOf({ framework, ...order });

describe('a snippet for HTML', () => {
  for (const order of cases)
    it(`is read with ${order.name}`, () => {
      const found: Record<string, Record<string, string>> = {};
      const seen: string[] = [];
      const walk = (nodes: ReturnType<typeof parseDocument>['children']): void => {
        for (const node of nodes) {
          if (!('attribs' in node)) continue;
          seen.push(node.name);
          found[node.name] = node.attribs;
          walk(node.children);
        }
      };
      walk(parseDocument(snippet('html', order)).children);
      assert.deepEqual(seen, ['script', 'form', 'email-check', 'label', 'input', 'button']);
      assert.deepEqual(found.script, { type: 'module', src: `${order.serviceUrl}/email-check.js` });
      const wanted = Object.entries(expected(order, 'html')).map(([key, value]) => [
        key,
        String(value === true ? '' : value),
      ]);
      assert.deepEqual(found['email-check'], Object.fromEntries(wanted));
    });
});

describe('a snippet for React', () => {
  let project: Project;
  const file = (index: number): string => `field-${index}.tsx`;
  before(() => {
    const files = cases.map((order, index) => [file(index), snippet('react', order)]);
    project = createProject(Object.fromEntries(files) as Record<string, string>, ['@types/react', 'react']);
  });
  after(() => project.remove());

  cases.forEach((order, index) => {
    it(`compiles with ${order.name}`, () =>
      assert.deepEqual(project.complaints(join(project.folder, file(index))), []));

    it(`gives the element ${order.name}`, async () => {
      const { code } = await transform(
        snippet('react', order)
          .replace(/^import .*$/gm, '')
          .replace('export default', ''),
        {
          loader: 'tsx',
          jsxFactory: 'make',
        },
      );
      const make = (type: string, props: object | null, ...children: unknown[]) => ({ type, props, children });
      const element = runInNewContext(`${code}; EmailField()`, { make }) as ReturnType<typeof make>;
      assert.equal(element.type, 'email-check');
      assert.deepEqual({ ...element.props }, expected(order, 'react'));
    });
  });
});

describe('a snippet for Vue', () => {
  let project: Project;
  const file = (index: number): string => `field-${index}.ts`;
  before(() => {
    const files = cases.map((order, index) => [
      file(index),
      compileScript(parse(snippet('vue', order)).descriptor, { id: 'snippet' }).content,
    ]);
    project = createProject(Object.fromEntries(files) as Record<string, string>, ['vue', '@vue'], {
      skipLibCheck: true,
    });
  });
  after(() => project.remove());

  cases.forEach((order, index) => {
    it(`compiles with ${order.name}`, () => {
      assert.deepEqual(project.complaints(join(project.folder, file(index))), []);
      const { descriptor, errors } = parse(snippet('vue', order));
      assert.deepEqual(errors, []);
      const { errors: faults } = compileTemplate({
        source: descriptor.template!.content,
        filename: 'EmailField.vue',
        id: 'snippet',
        compilerOptions: { isCustomElement: (tag) => tag === 'email-check' },
      });
      assert.deepEqual(faults, []);
    });

    it(`gives the element ${order.name}`, () => {
      const [element] = parse(snippet('vue', order)).descriptor.template!.ast!.children.filter(
        (node) => 'props' in node,
      );
      const props = element!.props.map((prop) => {
        assert.ok('value' in prop, `${prop.name} is not a plain attribute`);
        return [prop.name, prop.value?.content ?? true];
      });
      assert.deepEqual(Object.fromEntries(props), expected(order, 'vue'));
    });
  });
});
