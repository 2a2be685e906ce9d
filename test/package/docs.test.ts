import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import ts from 'typescript';
import { withReference, type Manifest } from '../../demo/reference.js';
import { createProject, samplesIn, type Project } from '../samples.js';

const samples = [...samplesIn('README.md', 'tsx'), ...samplesIn('docs/element.md', 'tsx?', 'js')];

const nameOf = (index: number): string => `sample-${index + 1}.${samples[index]!.kind}`;

/** What the authors of the samples have installed beside the package itself. */
const installed = ['@types', 'react', 'react-dom', 'react-hook-form'];

describe('docs/element.md', () => {
  let project: Project;

  before(() => {
    const files = Object.fromEntries(samples.map(({ code }, index) => [nameOf(index), code]));
    project = createProject(files, installed, { allowJs: true, checkJs: true, moduleDetection: ts.ModuleDetectionKind.Force, types: ['node'] });
  });

  after(() => project.remove());

  it('has the tables that custom-elements.json gives: run `npm run manifest` after a change', () => {
    const page = readFileSync('docs/element.md', 'utf8');
    assert.match(page, /<!-- reference -->\n\n### Attributes\n.*<!-- \/reference -->/s);
    assert.equal(page, withReference(page, JSON.parse(readFileSync('custom-elements.json', 'utf8')) as Manifest));
  });

  it('links to sections and files that are there', () => {
    const sectionsOf = (file: string): string[] =>
      [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-'));
    const links = [...readFileSync('docs/element.md', 'utf8').matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)];
    assert.ok(links.length > 10);
    for (const [link, file = '', section] of links) {
      const sections = sectionsOf(file ? join('docs', file) : 'docs/element.md');
      assert.ok(!section || sections.includes(section), link);
    }
  });

  it('has samples of each kind', () => assert.deepEqual([...new Set(samples.map(({ kind }) => kind))].sort(), ['js', 'ts', 'tsx']));

  samples.forEach(({ kind, heading }, index) => {
    it(`has a ${kind} sample under "${heading}" that compiles`, () => assert.deepEqual(project.complaints(join(project.folder, nameOf(index))), []));
  });
});
