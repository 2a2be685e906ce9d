import { gzipSync } from 'node:zlib';
import { analyze } from 'eslint-scope';

const LETTERS = [...'etnirsoaclupdhmfgvbywkxSTCEOAMLPDIRNUjz$_'];
/** How many names are tried for each variable: those that its surroundings suggest most. */
const TRIED = 8;
const TURNS = 2;
/** How many characters before and after a name count as its surroundings. */
const REACH = 4;

const sizeOf = (text) => gzipSync(text, { level: 9 }).length;

/** Every node of a syntax tree. */
function* nodesOf(node) {
  if (typeof node?.type !== 'string') return;
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) yield* nodesOf(child);
  }
}

const isInside = (scope, outer) => scope === outer || (!!scope.upper && isInside(scope.upper, outer));

/**
 * The variables of a module: their names, where these stand, and the variables that must be called something else. A class
 * has a scope for its own name: that variable and the one around the class are one.
 */
function variablesOf(ast) {
  for (const node of nodesOf(ast)) node.range = [node.start, node.end];
  const { scopes } = analyze(ast, { ecmaVersion: 2022, sourceType: 'module' });
  // `{ name }` stands for a property too.
  const fixed = new Set([...nodesOf(ast)].filter((node) => node.type === 'Property' && node.shorthand).map(({ key }) => key.start));
  const bySpot = new Map();
  for (const declared of scopes.flatMap((scope) => scope.variables.filter(({ defs }) => defs.length))) {
    const spots = [...declared.identifiers, ...declared.references.map(({ identifier }) => identifier)].map(({ start }) => start);
    const variable = spots.map((spot) => bySpot.get(spot)).find(Boolean) ?? { name: declared.name, spots: new Set(), scopes: [], uses: [], rivals: new Set() };
    for (const spot of spots) bySpot.set(spot, variable.spots.add(spot) && variable);
    variable.scopes.push(declared.scope);
    variable.uses.push(declared.scope, ...declared.references.map(({ from }) => from));
  }
  const variables = [...new Set(bySpot.values())];
  // A name is seen in its whole scope, unless an inner variable has it: and that one may only where the outer is not used.
  for (const outer of variables) {
    for (const inner of variables) {
      const clash = inner.scopes.some((scope) => outer.scopes.some((around) => isInside(scope, around)) && outer.uses.some((use) => isInside(use, scope)));
      if (outer !== inner && clash) {
        outer.rivals.add(inner);
        inner.rivals.add(outer);
      }
    }
  }
  const foreign = scopes.flatMap(({ references }) => references.filter(({ resolved }) => !resolved?.defs.length).map(({ identifier }) => identifier.name));
  for (const variable of variables) variable.isFixed = [...variable.spots].some((spot) => fixed.has(spot));
  return { variables, foreign: new Set(foreign) };
}

/** The text in pieces: what stands before each name, and last what follows them all. */
function piecesOf(code, variables) {
  const spots = variables.flatMap((variable) => [...variable.spots].map((spot) => ({ spot, variable }))).sort((a, b) => a.spot - b.spot);
  let end = 0;
  const pieces = spots.map(({ spot, variable }) => {
    const before = code.slice(end, spot);
    end = spot + variable.name.length;
    return { before, variable };
  });
  const rest = code.slice(end);
  return { pieces, text: () => pieces.reduce((text, { before, variable }) => text + before + variable.name, '') + rest };
}

/** For each variable, the names that are seen most in surroundings like its own. */
function likelyNames({ pieces, text }) {
  const whole = text();
  const seen = new Map();
  const around = new Map();
  let at = 0;
  for (const { before, variable } of pieces) {
    at += before.length;
    const left = whole.slice(Math.max(0, at - REACH), at);
    at += variable.name.length;
    const right = whole.slice(at, at + REACH);
    const keysFor = (name) => [2, 3, REACH].flatMap((reach) => [left.slice(-reach) + name, name + right.slice(0, reach)]).concat(left.slice(-2) + name + right.slice(0, 2));
    around.set(variable, [...(around.get(variable) ?? []), keysFor]);
    for (const key of keysFor(variable.name)) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return (variable) => {
    const score = (name) => around.get(variable).flatMap((keysFor) => keysFor(name)).reduce((sum, key) => sum + Math.log2(1 + (seen.get(key) ?? 0)), 0);
    return LETTERS.map((name) => [score(name), name]).sort(([a], [b]) => b - a).slice(0, TRIED).map(([, name]) => name);
  };
}

/**
 * Chooses the names of variables so that gzip finds more repetitions: one after the other each variable gets, of the likeliest
 * names, the one that makes the whole smallest, by exchange where another variable has it. Which variable a name means never
 * changes, and the same code always gets the same names.
 */
export const gzipNames = () => ({
  name: 'gzip-names',
  renderChunk(code) {
    const { variables, foreign } = variablesOf(this.parse(code));
    const written = piecesOf(code, variables);
    const free = variables.filter(({ isFixed }) => !isFixed);
    let least = sizeOf(code);
    const tryName = (variable, name) => {
      const old = variable.name;
      const [rival, another] = [...variable.rivals].filter((each) => each.name === name);
      const isTaken = rival && (another || rival.isFixed || [...rival.rivals].some((each) => each !== variable && each.name === old));
      if (name === old || foreign.has(name) || isTaken) return;
      variable.name = name;
      if (rival) rival.name = old;
      const size = sizeOf(written.text());
      if (size < least) {
        least = size;
        return;
      }
      variable.name = old;
      if (rival) rival.name = name;
    };
    for (let turn = 0; turn < TURNS; turn++) {
      const likely = likelyNames(written);
      for (const variable of free) for (const name of likely(variable)) tryName(variable, name);
    }
    return { code: written.text(), map: null };
  },
});
