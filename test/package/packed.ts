import { execFileSync } from 'node:child_process';

/** The files that `npm pack` would send of the package in a folder, as it stands after a build. */
export const packedFiles = (folder = '.'): readonly string[] => {
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { files: { path: string }[] }[];
  return (tarball?.files ?? []).map(({ path }) => path);
};
