import { gzipSync } from 'node:zlib';
import { analyze } from 'eslint-scope';

const LETTERS = [...'etnirsoaclupdhmfgvbywkxSTCEOAMLPDIRNUjz$_'];
/** How many names are tried for each variable: those that its surroundings suggest most. */
const TRIED = 16;
/** How often all variables are gone through. */
const TURNS = 7;
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
function variablesOf(ast, nodes) {
  for (const node of nodes) node.range = [node.start, node.end];
  const { scopes } = analyze(ast, { ecmaVersion: 2022, sourceType: 'module' });
  // `{ name }` stands for a property too.
  const fixed = new Set(nodes.filter((node) => node.type === 'Property' && node.shorthand).map(({ key }) => key.start));
  const bySpot = new Map();
  for (const declared of scopes.flatMap((scope) => scope.variables.filter(({ defs }) => defs.length))) {
    const spots = [...declared.identifiers, ...declared.references.map(({ identifier }) => identifier)].map(
      ({ start }) => start,
    );
    const variable = spots.map((spot) => bySpot.get(spot)).find(Boolean) ?? {
      name: declared.name,
      spots: new Set(),
      scopes: [],
      uses: [],
      rivals: new Set(),
    };
    for (const spot of spots) bySpot.set(spot, variable.spots.add(spot) && variable);
    variable.scopes.push(declared.scope);
    variable.uses.push(declared.scope, ...declared.references.map(({ from }) => from));
  }
  const variables = [...new Set(bySpot.values())];
  // A name is seen in its whole scope, unless an inner variable has it: and that one may only where the outer is not used.
  for (const outer of variables) {
    for (const inner of variables) {
      const clash = inner.scopes.some(
        (scope) =>
          outer.scopes.some((around) => isInside(scope, around)) && outer.uses.some((use) => isInside(use, scope)),
      );
      if (outer !== inner && clash) {
        outer.rivals.add(inner);
        inner.rivals.add(outer);
      }
    }
  }
  const foreign = new Set(
    scopes.flatMap(({ references }) =>
      references.filter(({ resolved }) => !resolved?.defs.length).map(({ identifier }) => identifier.name),
    ),
  );
  for (const variable of variables)
    Object.assign(variable, { foreign, isFixed: [...variable.spots].some((spot) => fixed.has(spot)) });
  return variables;
}

/** The properties of `names`, as variables of one scope that all property names share. */
function propertiesOf(nodes, names) {
  const keys = nodes.flatMap(({ computed, shorthand, property, key, type }) => {
    const name = computed || shorthand ? undefined : type === 'MemberExpression' ? property : key;
    return name?.type === 'Identifier' ? [name] : [];
  });
  const foreign = new Set(keys.map(({ name }) => name).filter((name) => !names.includes(name)));
  const properties = names
    .map((name) => ({
      name,
      foreign,
      spots: new Set(keys.filter((key) => key.name === name).map(({ start }) => start)),
    }))
    .filter(({ spots }) => spots.size);
  for (const property of properties) property.rivals = new Set(properties.filter((other) => other !== property));
  return properties;
}

/** The text in pieces: what stands before each name, and last what follows them all. */
function piecesOf(code, variables) {
  const spots = variables
    .flatMap((variable) => [...variable.spots].map((spot) => ({ spot, variable })))
    .sort((a, b) => a.spot - b.spot);
  let end = 0;
  const pieces = spots.map(({ spot, variable }) => {
    const before = code.slice(end, spot);
    end = spot + variable.name.length;
    return { before, variable };
  });
  const rest = code.slice(end);
  return {
    pieces,
    text: () => pieces.reduce((text, { before, variable }) => text + before + variable.name, '') + rest,
  };
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
    const keysFor = (name) =>
      [2, 3, REACH]
        .flatMap((reach) => [left.slice(-reach) + name, name + right.slice(0, reach)])
        .concat(left.slice(-2) + name + right.slice(0, 2));
    around.set(variable, [...(around.get(variable) ?? []), keysFor]);
    for (const key of keysFor(variable.name)) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return (variable) => {
    const score = (name) =>
      around
        .get(variable)
        .flatMap((keysFor) => keysFor(name))
        .reduce((sum, key) => sum + Math.log2(1 + (seen.get(key) ?? 0)), 0);
    return LETTERS.map((name) => [score(name), name])
      .sort(([a], [b]) => b - a)
      .slice(0, TRIED)
      .map(([, name]) => name);
  };
}

/**
 * One word for all declarations, and one declaration for those that follow each other. Nothing assigns to a constant, or
 * TypeScript would have said so.
 */
function withLet(code, nodes) {
  const ends = new Set(nodes.filter(({ type }) => type === 'VariableDeclaration').map(({ end }) => end));
  const edits = nodes.flatMap(({ type, kind, start }) => {
    if (type !== 'VariableDeclaration') return [];
    const end = start + kind.length;
    if (code[start - 1] !== ';' || !ends.has(start)) return [{ start, end, text: 'let' }];
    return [{ start: start - 1, end: code[end] === ' ' ? end + 1 : end, text: ',' }];
  });
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

/** Gives each property the first short name that is free, the most used first. */
function shorten(properties) {
  const names = [...LETTERS, ...LETTERS.flatMap((letter) => LETTERS.map((other) => letter + other))].filter(
    (name) => !properties[0]?.foreign.has(name),
  );
  for (const [index, property] of [...properties].sort((a, b) => b.spots.size - a.spots.size).entries())
    property.name = names[index];
}

/** Which name stands for which variable, by the order of their first spots: the same before and after, or a meaning has changed. */
const meaningOf = (variables) => {
  const spots = variables
    .flatMap(({ spots: all }, index) => [...all].map((spot) => [spot, index]))
    .sort(([a], [b]) => a - b);
  const order = [...new Set(spots.map(([, index]) => index))];
  return spots.map(([, index]) => order.indexOf(index)).join();
};

/**
 * Chooses the names of variables, and of the properties that only a bundle's own parts pass to each other, so that gzip finds
 * more repetitions: one after the other each gets, of the likeliest names, the one that makes the whole smallest, by exchange
 * where another has it. For bundles without imports and exports, whose names would be seen outside.
 */
export const gzipNames = (internalNames) => ({
  name: 'gzip-names',
  renderChunk(minified) {
    const found = [...nodesOf(this.parse(minified))];
    const unsafe = found.find(
      ({ type, kind }) =>
        /^(Import|Export)\w*Declaration$/.test(type) ||
        (type === 'VariableDeclaration' && kind === 'var') ||
        type === 'WithStatement',
    );
    if (unsafe) this.error(`names are not chosen in code with ${unsafe.type}`, unsafe.start);
    const code = withLet(minified, found);
    const ast = this.parse(code);
    const nodes = [...nodesOf(ast)];
    const variables = variablesOf(ast, nodes);
    if (variables.some(({ foreign }) => foreign.has('eval'))) this.error('names are not chosen in code with eval');
    const meaning = meaningOf(variables);

    const properties = propertiesOf(nodes, internalNames);
    const written = piecesOf(code, [...variables, ...properties]);
    shorten(properties);
    // The most used first: the others find their surroundings then.
    const free = [...variables.filter(({ isFixed }) => !isFixed), ...properties].sort(
      (a, b) => b.spots.size - a.spots.size,
    );
    let least = sizeOf(written.text());
    const tryName = (variable, name) => {
      const old = variable.name;
      const [rival, another] = [...variable.rivals].filter((each) => each.name === name);
      const isTaken =
        rival && (another || rival.isFixed || [...rival.rivals].some((each) => each !== variable && each.name === old));
      if (name === old || variable.foreign.has(name) || isTaken) return;
      variable.name = name;
      if (rival) rival.name = old;
      const size = sizeOf(written.text());
      // One that makes it no smaller stays too: from there others do.
      if (size <= least) {
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

    const renamed = written.text();
    const again = this.parse(renamed);
    if (meaningOf(variablesOf(again, [...nodesOf(again)])) !== meaning)
      this.error('a name would mean another variable');
    return { code: renamed, map: null };
  },
});
