import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Node, SourceFile } from 'typescript';
import { programOf } from '../programs.js';
import { ts } from '../typescript.js';

/** A regular expression of the source. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** The first file that has it. */
  readonly file: string;
}

/** What only makes data from packages, on a developer's machine. */
const OF_DEVELOPERS = /^src\/(?:service\/reputation\/(?:generate|data)|service\/logo\/generate)\//;

const sources = (): readonly SourceFile[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !OF_DEVELOPERS.test(file))
    .sort()
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

const isBuilder = (node: Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'RegExp';

/** The place in code that called the function that called this one's caller; by the source, as `--enable-source-maps` has it. */
const callingPlace = (): string => new Error().stack?.split('\n')[4] ?? '';

/**
 * The expressions that a file builds as it is loaded, and how many places of its code do so. Each has to be at work then: what is built later,
 * perhaps from what others say, cannot be judged here.
 */
const builtIn = async (file: string): Promise<{ readonly built: Expression[]; readonly places: number }> => {
  const program = pathToFileURL(await programOf(file)).href;
  const built: Expression[] = [];
  const places = new Set<string>();
  const note = (made: RegExp): RegExp => {
    const place = callingPlace();
    if (!place.includes(file)) return made;
    places.add(place);
    built.push({ source: made.source, flags: made.flags, file });
    return made;
  };
  const { RegExp: own } = globalThis;
  globalThis.RegExp = new Proxy(own, {
    construct: (target, parameters: [string, string?]) => note(new target(...parameters)),
    apply: (target, _, parameters: [string, string?]) => note(target(...parameters)),
  });
  try {
    await import(program);
  } finally {
    globalThis.RegExp = own;
  }
  return { built, places: places.size };
};

/** All expressions of the source, each once. */
export const collectExpressions = async (): Promise<{
  readonly expressions: readonly Expression[];
  /** Files that build one at another time than when they are loaded. */
  readonly late: readonly string[];
}> => {
  const expressions = new Map<string, Expression>();
  const late: string[] = [];
  const add = (each: Expression): void => {
    const name = `/${each.source}/${each.flags}`;
    if (!expressions.has(name)) expressions.set(name, each);
  };
  for (const source of sources()) {
    const nodes = [...nodesOf(source)];
    for (const node of nodes) {
      if (!ts.isRegularExpressionLiteral(node)) continue;
      const end = node.text.lastIndexOf('/');
      add({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), file: source.fileName });
    }
    const builders = nodes.filter(isBuilder).length;
    if (!builders) continue;
    const { built, places } = await builtIn(source.fileName);
    built.forEach(add);
    if (places < builders) late.push(source.fileName);
  }
  return { expressions: [...expressions.values()], late };
};
