import { consoleRoutes, type ConsoleRoute, type ConsoleRouteName } from '../../wire/console/index.js';

/** The parts of a path by their names, decoded. */
export type RouteParts = Readonly<Record<string, string>>;

/** A route that was found. */
export interface FoundRoute {
  readonly name: ConsoleRouteName;
  readonly route: ConsoleRoute;
  readonly parts: RouteParts;
}

/** What a part of a path may be: a number that the store could have given, or a list's id. */
const NUMBER = /^[1-9]\d{0,14}$/;
const patterns: Readonly<Record<string, RegExp>> = {
  account: NUMBER,
  session: NUMBER,
  key: NUMBER,
  delivery: NUMBER,
  list: /^[\da-f]{32}$/,
};

const table = (Object.keys(consoleRoutes) as ConsoleRouteName[]).map((name) => ({
  name,
  route: consoleRoutes[name],
  segments: consoleRoutes[name].path.split('/'),
}));

const partsOf = (segments: readonly string[], given: readonly string[]): RouteParts | undefined => {
  if (segments.length !== given.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? '';
    const [, part] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (part === undefined ? segment !== text : !patterns[part]?.test(text)) return undefined;
    if (part !== undefined) parts[part] = text;
  }
  return parts;
};

/** The route of a path and a method; the methods that the path has if it has others; `undefined` if there is nothing there. */
export const matchRoute = (
  method: string,
  path: string,
): FoundRoute | { readonly allowed: readonly string[] } | undefined => {
  const given = path.split('/');
  const found = table.flatMap(({ name, route, segments }) => {
    const parts = partsOf(segments, given);
    return parts ? [{ name, route, parts }] : [];
  });
  if (found.length === 0) return undefined;
  return found.find(({ route }) => route.method === method) ?? { allowed: found.map(({ route }) => route.method) };
};
