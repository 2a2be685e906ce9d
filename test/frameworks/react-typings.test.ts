import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createProject, type Project } from '../project.js';
import { samplesIn } from '../samples.js';

/** What a page's author has installed beside the package itself. */
const installed = ['@types/react', '@types/react-dom', 'react', 'react-dom', 'react-hook-form'];

const head = `import 'email-check-element/define';
import type {} from 'email-check-element/react';
import { createRef } from 'react';
import type { EmailCheckElement, EmailCheckVerdictEvent } from 'email-check-element';
export const verdicts: EmailCheckVerdictEvent[] = [];
export const element = createRef<EmailCheckElement>();
export const input = createRef<HTMLInputElement>();
export const field = `;

const right: Readonly<Record<string, string>> = {
  'no attribute at all': '<email-check />',
  'every attribute in kebab-case': `<email-check public-key="public_1" endpoint="/check" base-url="https://a.example" disposable-url="https://b.example"
    logo-url="https://c.example" envelope="result" workspace-param="hosted" workspace trigger="change" debounce={400} timeout={5000} hold={4000}
    block="syntax invalid" warn="risky" allow="a.example" deny="b.example" logo="off" no-suggestion no-override paused for="email" lang="de" />`,
  'every property in camelCase': `<email-check publicKey="public_1" baseUrl="https://a.example" disposableUrl="https://b.example" logoUrl="https://c.example"
    workspaceParam="hosted" noSuggestion={false} noOverride htmlFor="email" messages={{ safe: 'Good', limit: 'Enough for today' }} />`,
  'numbers as text, and what is undefined':
    '<email-check debounce="300" timeout={undefined} paused={undefined} no-suggestion={undefined} />',
  'what every element takes':
    '<email-check id="field" className="field" style={{ display: "block" }} slot="a" hidden onFocus={(event) => event.currentTarget.check()} />',
  'children, and a key':
    '<email-check key="1"><label>Email <input ref={input} /></label><p slot="hint">Yours</p></email-check>',
  'a ref':
    '<email-check ref={element} />; element.current?.check(); export const state: string | undefined = element.current?.state',
  'a ref with its own end':
    '<email-check ref={(found: EmailCheckElement) => { found.reset(); return () => undefined; }} />',
  'a handler of each event': `<email-check onemail-check-start={({ address }) => address.length}
    onemail-check-verdict={(event) => { verdicts.push(event); return event.verdict.result === 'Invalid' && event.source === 'cache'; }}
    onemail-check-suggestion={(event) => { event.preventDefault(); event.suggestion.length; }} onemail-check-accept={({ previous, address }) => previous + address}
    onemail-check-limit={(event) => event.type} onemail-check-error={({ code }) => code.length} />`,
};

const wrong: Readonly<Record<string, string>> = {
  'a word that an attribute does not take': '<email-check trigger="sometimes" />',
  'a word that a logo does not take': '<email-check logo="never" />',
  'a number that is none': '<email-check debounce="soon" />',
  'a boolean for a number': '<email-check hold />',
  'a text for a boolean': '<email-check no-suggestion="no" />',
  'a text for a boolean property': '<email-check noOverride="no" />',
  'a number for a text': '<email-check public-key={5} />',
  'an attribute that is not there': '<email-check colour="red" />',
  'a property that is read-only': '<email-check state="safe" />',
  'a property that was read from the service': '<email-check verdict={undefined} />',
  'a method': '<email-check check={() => undefined} />',
  'an attribute for an object': '<email-check messages="Good" />',
  'a message that is not there': '<email-check messages={{ saef: "Good" }} />',
  'another event': '<email-check onemail-check-verdict={(event: MouseEvent) => event.clientX} />',
  'another event of the element':
    '<email-check onemail-check-accept={(event: EmailCheckVerdictEvent) => event.verdict.result} />',
  'what an event does not tell for sure': '<email-check onemail-check-error={(event) => event.verdict.result} />',
  'a field that no event has': '<email-check onemail-check-verdict={(event) => event.result} />',
  'a ref to another element': '<email-check ref={input} />',
};

const documented = samplesIn('docs/react.md', 'tsx?');

/** The sample that stands in the documentation's main file makes the others compile, as it does for a page's author. */
const once = documented.find(({ kind }) => kind === 'ts')?.code ?? '';

describe('the typings for React', () => {
  let project: Project;

  const nameOf = (name: string): string => `${name.replace(/\W+/g, '-')}.tsx`;

  const complaints = (name: string): string[] => project.complaints(join(project.folder, nameOf(name)));

  before(() => {
    const stated = Object.entries({ ...right, ...wrong }).map(
      ([name, code]) => [nameOf(name), `${head}${code};\n`] as const,
    );
    const samples = documented.map(({ code }, index) => [nameOf(`documented ${index}`), code] as const);
    project = createProject(Object.fromEntries([...stated, ...samples]), installed);
  });

  after(() => project.remove());

  for (const name of Object.keys(right)) it(`take ${name}`, () => assert.deepEqual(complaints(name), []));

  for (const name of Object.keys(wrong))
    it(`refuse ${name}`, () => assert.equal(complaints(name).length, 1, complaints(name).join('\n')));

  it('are valid, and leave no code for a browser to load', () => {
    for (const name of ['react', 'settings'])
      assert.deepEqual(project.complaints(resolve(`dist/frameworks/${name}.d.ts`)), []);
    assert.doesNotMatch(readFileSync('dist/frameworks/react.js', 'utf8'), /import|require/);
  });

  describe('in the documentation', () => {
    it('are had in two lines, for every sample', () => {
      assert.match(
        once,
        /^import 'email-check-element\/define';\nimport type \{\} from 'email-check-element\/react';\n$/,
      );
      assert.equal(documented.filter(({ kind }) => kind === 'tsx').length, 4);
    });

    documented.forEach(({ kind, heading }, index) => {
      it(`compile in the ${kind} sample of "${heading}"`, () =>
        assert.deepEqual(complaints(`documented ${index}`), []));
    });
  });
});
