/** Who may know whom: one rule a room of src/. What a rule's `to` names is forbidden to its `from`. */
const room = (from, allowed) => ({
  name: `${from}-knows-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: '^(src|demo|test)/', pathNot: `^src/(${[from, ...allowed].join('|')})/` },
});

/** Inside the service: `from` (a folder) may not import from the folders or packages that `to` matches. */
const wall = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

/** Node's modules that open connections or listen for them. */
const sockets = '^(node:)?(net|tls|http|https|http2|dgram)$';

export default {
  forbidden: [
    // Of types too: two files that know each other are one.
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    // What the tests install for the runtimes is not in node_modules.
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(express|fastify|cloudflare:workers)$' },
    },
    room('address', []),
    room('network', []),
    room('table', ['address', 'text']),
    room('text', []),
    room('timing', []),
    room('webhook', []),
    room('wire', []),
    room('client', ['timing', 'wire']),
    room('console', ['address', 'table', 'wire']),
    room('element', ['address', 'client', 'timing', 'wire']),
    room('ownership', ['address', 'network', 'packages', 'text', 'timing']),
    room('packages', []),
    room('proxy', ['address', 'client', 'network', 'ownership', 'packages', 'text', 'timing', 'wire']),
    room('service', ['address', 'network', 'table', 'text', 'timing', 'webhook', 'wire']),
    {
      name: 'node-only-where-node-runs',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service|cli|proxy/adapters)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'page-code-depends-on-lit-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service|cli|proxy|ownership|packages|frameworks)/' },
      to: { path: '^node_modules/', pathNot: '^node_modules/(lit|lit-html|lit-element|@lit)/' },
    },
    {
      name: 'frameworks-are-known-by-their-types-alone',
      severity: 'error',
      from: { path: '^src/frameworks/' },
      to: { path: '^node_modules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'typings-know-lit-and-frameworks-alone',
      severity: 'error',
      from: { path: '^src/frameworks/' },
      to: { path: '^node_modules/', pathNot: '^node_modules/(@lit|react|@types/react|vue|@vue)/' },
    },
    wall(
      'verdict-knows-no-store-and-no-socket',
      '^src/service/verdict/',
      `^src/service/(store|accounts|probe|net|app)/|${sockets}|^(node:)?dns`,
    ),
    wall(
      'store-knows-no-http',
      '^src/service/store/',
      `^(node_modules/(hono|@hono)/|src/service/(app|accounts|verdict|probe|net)/)|${sockets}`,
    ),
    // The rights of a database's files are looked at from outside.
    wall(
      'a-database-is-reached-through-the-store',
      '^src/service/(?!store/|private-files\\.ts$)',
      '^src/service/store/(sqlite|postgres)/',
    ),
    wall('sqlite-knows-no-postgres', '^src/service/store/sqlite/', '^src/service/store/postgres/'),
    wall('postgres-knows-no-sqlite', '^src/service/store/postgres/', '^src/service/store/sqlite/'),
    wall('accounts-know-no-probe-no-verdict-no-app', '^src/service/accounts/', '^src/service/(probe|verdict|net|app)/'),
    wall(
      'enrichment-knows-no-store-no-accounts-no-app-no-lists',
      '^src/service/enrichment/',
      '^src/service/(store|accounts|app|bulk|probe|net)/',
    ),
    wall(
      'logo-knows-no-store-no-accounts-no-app-no-lists',
      '^src/service/logo/',
      '^src/service/(store|accounts|app|bulk|probe|net)/',
    ),
    wall('probe-knows-no-store-no-accounts-no-app', '^src/service/probe/', '^src/service/(store|accounts|app)/'),
    wall(
      'reputation-knows-no-store-no-accounts-no-app',
      '^src/service/reputation/',
      '^src/service/(store|accounts|app|probe|verdict|net)/',
    ),
    wall(
      'doctor-knows-no-store-no-accounts-no-app',
      '^src/service/doctor/',
      '^src/service/(store|accounts|app|bulk|enrichment|logo)/',
    ),
    wall(
      'inner-parts-know-no-app-no-console',
      '^src/service/(body|bulk|log|metrics|net|webhook)/',
      '^src/service/(app|console)/',
    ),
    wall(
      'app-compose-and-console-reach-other-parts-through-their-index',
      '^src/service/(app|compose|console)/',
      '^src/service/(?!$1/)(accounts|bulk|console|doctor|enrichment|log|metrics|reputation|store|verdict|webhook)/(?!index\\.ts$)',
    ),
    wall(
      'console-knows-no-app-no-probe-no-network-and-no-data',
      '^src/service/console/',
      '^src/service/(app|enrichment|logo|metrics|net|probe|reputation)/',
    ),
    {
      name: 'only-compose-reads-the-configuration',
      severity: 'error',
      from: { path: '^src/service/', pathNot: '^src/service/(compose/|config|index\\.ts$)' },
      to: { path: '^src/service/config', dependencyTypesNot: ['type-only'] },
    },
    wall('no-part-of-the-service-knows-compose', '^src/service/(?!compose/|index\\.ts$)', '^src/service/compose/'),
    {
      name: 'only-app-knows-hono',
      severity: 'error',
      from: { path: '^src/service/', pathNot: '^src/service/app/' },
      to: { path: '^node_modules/(hono|@hono)/' },
    },
    {
      name: 'sockets-are-opened-through-net',
      severity: 'error',
      from: { path: '^src/service/', pathNot: '^src/service/(net/|app/listen\\.ts$)' },
      to: { path: sockets, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-probe-asks-dns',
      severity: 'error',
      // The configuration asks nobody: it has the addresses of name servers checked.
      from: { path: '^src/service/', pathNot: '^src/service/(probe/|config-values\\.ts$)' },
      to: { path: '^(node:)?dns(/|$)' },
    },
    {
      name: 'one-postgres-driver-file',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: '^src/service/store/postgres/database\\.ts$' },
      to: { path: '^node_modules/(pg|pg-cursor|@types/pg)/' },
    },
    {
      name: 'one-sqlite-driver-folder',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: '^src/service/store/sqlite/' },
      to: { path: '^node_modules/better-sqlite3/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
