import { readdirSync, readFileSync } from 'node:fs';

/** Of runtimes whose file is not called as they are. */
const titles: Readonly<Record<string, string>> = { node: 'Node', next: 'Next.js', workers: 'Cloudflare Workers' };

const titleOf = (name: string): string => titles[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The files of a folder beside this one, each under a heading with the name of its runtime. */
export const sampleFiles = (name: 'mounts' | 'receivers'): string => {
  const folder = new URL(`./${name}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  // Node comes first, since others build on it.
  const names = files
    .map((file) => file.replace('.ts', ''))
    .sort(
      (one, other) => Number(other === 'node') - Number(one === 'node') || titleOf(one).localeCompare(titleOf(other)),
    );
  return names
    .map((each) => `### ${titleOf(each)}\n\n\`\`\`ts\n${readFileSync(new URL(`${each}.ts`, folder), 'utf8')}\`\`\``)
    .join('\n\n');
};
