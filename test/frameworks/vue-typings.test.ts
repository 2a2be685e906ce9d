import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { readManifest } from '../manifest.js';
import { createProject, type Project } from '../project.js';
import { samplesIn, type Sample } from '../samples.js';

/** What a page's author has installed beside the package itself. */
const installed = ['vue', '@vue', 'vee-validate', 'type-fest'];

/** `vue-tsc` has a template's element as a component of that name with these properties. */
const head = `import 'email-check-element/define';
import type {} from 'email-check-element/vue';
import { h, ref, type GlobalComponents } from 'vue';
import type { EmailCheckElement, EmailCheckVerdictEvent } from 'email-check-element';
export const verdicts: EmailCheckVerdictEvent[] = [];
export const element = ref<EmailCheckElement>();
export const Field = {} as GlobalComponents['email-check'];
export type Instance = InstanceType<GlobalComponents['email-check']>;
export const hyper = h;
export const field = `;

const right: Readonly<Record<string, string>> = {
  'no attribute at all': '[<email-check />, <Field />]',
  'every attribute in kebab-case': `<email-check public-key="public_1" endpoint="/check" base-url="https://a.example" disposable-url="https://b.example"
    logo-url="https://c.example" envelope="result" workspace-param="hosted" workspace trigger="change" debounce={400} timeout={5000} hold={4000}
    block="syntax invalid" warn="risky" allow="a.example" deny="b.example" logo="off" no-suggestion no-override paused for="email" lang="de" />`,
  'every attribute as a template has it': `<Field publicKey="public_1" endpoint="/check" baseUrl="https://a.example" disposableUrl="https://b.example"
    logoUrl="https://c.example" envelope="result" workspaceParam="hosted" workspace trigger="change" debounce={400} timeout={5000} hold={4000}
    block="syntax invalid" warn="risky" allow="a.example" deny="b.example" logo="off" noSuggestion noOverride paused for="email" htmlFor="email" lang="de" />`,
  'a property that is an object': '<Field messages={{ safe: "Good", limit: "Enough for today" }} />',
  'numbers as text, and what is undefined':
    '<Field debounce="300" timeout={undefined} paused={undefined} noSuggestion={undefined} />',
  'what every element takes':
    '<Field id="field" class={["field"]} style={{ display: "block" }} title="a" hidden onFocusin={(event) => event.relatedTarget} />',
  'a key, and a ref': '<Field key={1} ref={element} />',
  'an element in a ref': '(instance: Instance): EmailCheckElement => { instance.check(); return instance; }',
  'a listener of each event': `<Field onEmailCheckStart={({ address }) => address.length}
    onEmailCheckVerdict={(event) => { verdicts.push(event); return event.verdict.result === 'Invalid' && event.source === 'cache'; }}
    onEmailCheckSuggestion={(event) => { event.preventDefault(); event.suggestion.length; }} onEmailCheckAccept={({ previous, address }) => previous + address}
    onEmailCheckLimit={(event) => event.type} onEmailCheckError={({ code }) => code.length} />`,
  "a listener by the event's own name":
    '<email-check onEmail-check-verdict={({ verdict }) => verdict.result} onEmailCheckAccept={({ previous }) => previous} />',
  'a listener in h()':
    "h('email-check', { 'public-key': 'public_1', 'onEmail-check-verdict': ({ verdict }) => verdict.result })",
};

const wrong: Readonly<Record<string, string>> = {
  'a word that an attribute does not take': '<Field trigger="sometimes" />',
  'a word that an attribute does not take, in JSX': '<email-check trigger="sometimes" />',
  'a word that a logo does not take': '<Field logo="never" />',
  'a number that is none': '<Field debounce="soon" />',
  'a boolean for a number': '<Field hold />',
  'a text for a boolean': '<email-check no-suggestion="no" />',
  'a text for a boolean property': '<Field noOverride="no" />',
  'a number for a text': '<email-check public-key={5} />',
  'a property that is not there': '<Field colour="red" />',
  'a property that is read-only': '<Field state="safe" />',
  'a property that was read from the service': '<Field verdict={undefined} />',
  'a method': '<Field check={() => undefined} />',
  'an attribute for an object': '<email-check messages="Good" />',
  'a message that is not there': '<Field messages={{ saef: "Good" }} />',
  'another event': '<Field onEmailCheckVerdict={(event: MouseEvent) => event.clientX} />',
  'another event of the element':
    '<Field onEmailCheckAccept={(event: EmailCheckVerdictEvent) => event.verdict.result} />',
  'an event that is not there': '<Field onEmailCheckVerdikt={() => undefined} />',
  'what an event does not tell for sure': '<Field onEmailCheckError={(event) => event.verdict.result} />',
  'a field that no event has': '<Field onEmailCheckVerdict={(event) => event.result} />',
  'a field that no event has, in h()': "h('email-check', { 'onEmail-check-verdict': (event) => event.result })",
  'another element in a ref': '(instance: Instance): HTMLInputElement => instance',
};

/** What the samples have from elsewhere: as Vite's plugin and Nuxt have it, so far as the samples need it. */
const elsewhere = `
declare module 'vite' {
  export function defineConfig(config: { plugins: readonly unknown[] }): unknown;
}
declare module '@vitejs/plugin-vue' {
  export default function vue(options: { template: Partial<import('vue/compiler-sfc').SFCTemplateCompileOptions> }): unknown;
}
declare function defineNuxtConfig(config: { vue: { compilerOptions: import('vue/compiler-sfc').SFCTemplateCompileOptions['compilerOptions'] } }): unknown;
declare function defineNuxtPlugin(plugin: () => unknown): unknown;
`;

const documented = [...samplesIn('README.md', 'vue'), ...samplesIn('docs/vue.md', 'ts', 'vue')];

/** The part of a sample that TypeScript reads. */
const scriptOf = ({ kind, code }: Sample): string =>
  kind === 'ts' ? code : compileScript(parse(code).descriptor, { id: 'sample' }).content;

describe('the typings for Vue', () => {
  let project: Project;

  const file = (name: string, ending = 'tsx'): string => `${name.replace(/\W+/g, '-')}.${ending}`;

  const complaints = (name: string): string[] => project.complaints(join(project.folder, name));

  before(() => {
    const files = {
      'elsewhere.d.ts': elsewhere,
      ...Object.fromEntries(
        Object.entries({ ...right, ...wrong }).map(([name, code]) => [file(name), `${head}${code};\n`]),
      ),
      ...Object.fromEntries(documented.map((sample, index) => [file(`documented ${index}`, 'ts'), scriptOf(sample)])),
    };
    // Declarations of others are theirs to check.
    project = createProject(files, installed, { jsxImportSource: 'vue', skipLibCheck: true });
  });

  after(() => project.remove());

  for (const name of Object.keys(right)) it(`take ${name}`, () => assert.deepEqual(complaints(file(name)), []));

  for (const name of Object.keys(wrong))
    it(`refuse ${name}`, () => assert.equal(complaints(file(name)).length, 1, complaints(file(name)).join('\n')));

  it('are valid, and leave no code for a browser to load', () => {
    const strict = createProject({ 'page.ts': "import type {} from 'email-check-element/vue';" }, installed);
    assert.deepEqual(strict.complaints(resolve('dist/frameworks/vue.d.ts')), []);
    strict.remove();
    const code = "console.log(Object.keys(await import('email-check-element/vue')).length)";
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
    assert.equal(said, '0\n');
  });

  describe('in the documentation', () => {
    const { attributes, events } = readManifest();

    it('has examples that are whole files, too', () =>
      assert.deepEqual(
        documented.map(({ kind }) => kind),
        ['vue', 'ts', 'ts', 'vue', 'vue', 'ts', 'ts', 'vue'],
      ));

    documented.forEach((sample, index) => {
      it(`compile in sample ${index + 1}, of "${sample.heading}"`, () =>
        assert.deepEqual(complaints(file(`documented ${index}`, 'ts')), []));
      if (sample.kind === 'ts') return;

      it(`match the template of sample ${index + 1}, if <email-check> is configured as a custom element`, () => {
        const { descriptor, errors } = parse(sample.code);
        assert.deepEqual(errors, []);
        const compile = (isCustomElement: (tag: string) => boolean) =>
          compileTemplate({
            source: descriptor.template!.content,
            filename: 'App.vue',
            id: 'sample',
            compilerOptions: { isCustomElement },
          });
        const { code, errors: faults } = compile((tag) => tag === 'email-check');
        assert.deepEqual(faults, []);
        assert.doesNotMatch(code, /resolveComponent/);
        assert.match(compile(() => false).code, /resolveComponent\("email-check"\)/);
        const [, written = ''] = /<email-check([^>]*)>/.exec(sample.code)!;
        for (const [, name = ''] of written.matchAll(/ ([\w-]+)=/g)) assert.ok(attributes.has(name), name);
        for (const [, name = ''] of written.matchAll(/ @([\w-]+)=/g)) assert.ok(events.includes(name), name);
      });
    });
  });
});
